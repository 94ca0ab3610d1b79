//! What looks symmetric and is not.

use network::Network;
use symmetry::{Broken, Found, Member, Rejection};

use super::blame::{Blame, SpotOf, blame};
use super::members::{Members, listed};
use crate::view::RejectedView;

/// What was rejected, with reasons; what has the same reason is one.
pub(super) fn rejected(
    network: &Network,
    found: &Found,
    members: &Members<'_>,
    spot: SpotOf<'_>,
) -> Vec<RejectedView> {
    let mut all: Vec<Rejected> = Vec::new();
    for rejection in &found.rejected {
        let Some((special, ordinary)) = sides(found, rejection) else { continue };
        let why = blame(network, rejection, spot);
        // One reason why some are all different is enough.
        let told = ordinary.is_empty()
            && all.iter().any(|other| special.iter().all(|one| other.special.contains(one)));
        if told {
            continue;
        }
        let same = all.iter_mut().find(|other| {
            let place = |why: &Blame| why.spot.as_ref().map(|spot| (spot.line, spot.column));
            other.ordinary == ordinary
                && (other.why.reason == why.reason || place(&other.why) == place(&why))
        });
        match same {
            Some(known) => known.add(&special),
            None => all.push(Rejected { special, ordinary, why }),
        }
    }
    all.into_iter().map(|one| one.view(members)).collect()
}

struct Rejected {
    special: Vec<Member>,
    /// Those that are interchangeable with each other; empty if none are.
    ordinary: Vec<Member>,
    why: Blame,
}

impl Rejected {
    fn add(&mut self, more: &[Member]) {
        for member in more {
            if !self.special.contains(member) {
                self.special.push(*member);
            }
        }
    }

    fn view(mut self, members: &Members<'_>) -> RejectedView {
        self.special.sort_unstable();
        let named = |list: &[Member]| list.iter().map(|one| members.name(*one)).collect();
        let (elements, others): (Vec<String>, Vec<String>) =
            (named(&self.special), named(&self.ordinary));
        let reason = self.why.reason;
        let special = match &self.why.cause {
            Some(cause) => format!("special because of {cause}"),
            None => format!("special: {reason}"),
        };
        let text = match (elements.as_slice(), others.as_slice()) {
            ([], _) => format!("nothing is symmetric: {reason}"),
            (_, []) => format!("{} are not interchangeable: {reason}", listed(&elements)),
            ([one], _) => format!("{one} is {special}"),
            (many, _) => format!("{} are {special}", listed(many)),
        };
        RejectedView { text, elements, others, reason, spot: self.why.spot }
    }
}

/// Who is special, and compared with whom; none if both are after all in one sort or ring.
fn sides(found: &Found, rejection: &Rejection) -> Option<(Vec<Member>, Vec<Member>)> {
    if matches!(rejection.broken, Broken::Meta(_)) {
        return Some((Vec::new(), Vec::new()));
    }
    let (left, right) = rejection.between;
    let (first, second) = (peers(found, left), peers(found, right));
    if first.contains(&right) {
        return None;
    }
    Some(match (first.len(), second.len()) {
        (1, 1) => (vec![left, right], Vec::new()),
        (left_size, right_size) if left_size < right_size => (first, second),
        _ => (second, first),
    })
}

/// Those with which a member is interchangeable, itself included.
fn peers(found: &Found, member: Member) -> Vec<Member> {
    let sort = found.sorts.iter().find(|sort| sort.members.contains(&member));
    let ring = found.rings.iter().map(|ring| ring.members.iter().map(|one| Member::Process(*one)));
    let ring = ring.map(Iterator::collect::<Vec<_>>).find(|ring| ring.contains(&member));
    let graph = found.graph.iter().map(|graph| &graph.members);
    let graph = graph.map(|all| all.iter().map(|one| Member::Process(*one)).collect::<Vec<_>>());
    let ring = ring.or_else(|| graph.into_iter().find(|all| all.contains(&member)));
    sort.map(|sort| sort.members.clone()).or(ring).unwrap_or_else(|| vec![member])
}
