//! What a delay leads from into a federation, without passing through another one.

use crate::federation::Federation;
use crate::zone::Zone;

impl Federation {
    /// `Pred_t(good, bad)`: the valuations from which some delay leads into this federation while no moment of it, the
    /// first and the last included, lies in `bad`. (Cassez, David, Fleury, Larsen and Lime, CONCUR'05.)
    ///
    /// For one zone `G` of this federation a delay into `G` that avoids every bad zone exists if for each bad zone there
    /// is one that avoids that zone: `G` is convex, so the shortest of these delays leads into `G` as well, and it
    /// avoids them all. So it is a union over good zones of intersections over bad zones.
    #[must_use]
    pub fn pred_t(&self, bad: &Federation) -> Federation {
        let mut all = Federation::empty(self.dim());
        for good in self.zones() {
            let mut past = good.clone();
            past.down();
            let mut found = Federation::from(past.clone());
            // What is bad beside the way there does not matter.
            for avoid in bad.zones().iter().filter(|avoid| avoid.intersects(&past)) {
                found.intersect(&before_avoiding(good, avoid));
                if found.is_empty() {
                    break;
                }
            }
            all.union(&found);
        }
        all
    }
}

/// The valuations from which a delay leads into `good` without touching `avoid`. Either `avoid` never comes, or it
/// comes after a moment in `good`: at such a moment `avoid` lies strictly ahead, and since it is convex it was not
/// passed before.
fn before_avoiding(good: &Zone, avoid: &Zone) -> Federation {
    let (mut past, mut ahead) = (good.clone(), avoid.clone());
    past.down();
    ahead.down();
    let mut found = Federation::from(past);
    found.subtract_zone(&ahead);
    if let Some(both) = good.intersection(&ahead) {
        let mut first = Federation::from(both);
        first.subtract_zone(avoid);
        first.down();
        found.union(&first);
    }
    found
}
