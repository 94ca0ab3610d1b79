//! What can be said about a zone in 64 bits.
//!
//! A zone covers another if its bounds are at least those of the other's threshold (see
//! [`super::cover::Threshold`]). So if a bound of the threshold reaches some constant, that of the covering zone
//! reaches it as well. A signature has a bit for each of 64 such questions; where a threshold has no
//! limit, the answer is no, as it should be. A zone can only cover another if its signature has all bits
//! of the other's threshold, which takes two instructions to find out.

use zones::stride_of;

/// The answers to the questions about one zone, or about its threshold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Signature(u64);

impl Signature {
    /// Of a zone that may cover anything.
    pub(super) const EVERYTHING: Signature = Signature(u64::MAX);
    /// Of the threshold of a zone that anything may cover.
    pub(super) const NOTHING: Signature = Signature(0);

    /// Does it have all bits of another?
    #[inline(always)]
    pub(super) fn has_all(self, other: Signature) -> bool {
        other.0 & !self.0 == 0
    }
}

/// Questions: does this bound reach this constant?
#[derive(Clone, Debug, Default)]
pub(super) struct Questions(Vec<(u32, i32)>);

/// Bits of a signature.
const MOST_QUESTIONS: usize = 64;

impl Questions {
    /// Those that tell apart zones like these, whose matrices come one after the other. Of each bound, the
    /// constants are values that it has; bounds with many values get more questions.
    pub(super) fn about(samples: &[i32], size: usize, dim: usize) -> Questions {
        let stride = stride_of(dim);
        let places = (0..dim).flat_map(|row| (0..dim).map(move |column| row * stride + column));
        let mut values: Vec<(u32, Vec<i32>)> = Vec::new();
        for place in places {
            let mut found: Vec<i32> =
                samples.chunks_exact(size).map(|matrix| matrix[place]).collect();
            found.sort_unstable();
            found.dedup();
            // Every bound reaches the least.
            found.remove(0);
            if !found.is_empty() {
                values.push((u32::try_from(place).unwrap_or(u32::MAX), found));
            }
        }
        let mut questions = Vec::with_capacity(MOST_QUESTIONS);
        let most = MOST_QUESTIONS.checked_div(values.len()).unwrap_or(0).max(1);
        for (place, found) in values {
            let step = found.len().div_ceil(most);
            let constants = found.iter().skip(step / 2).step_by(step);
            questions.extend(constants.map(|constant| (place, *constant)));
        }
        questions.truncate(MOST_QUESTIONS);
        Questions(questions)
    }

    /// The answers for bounds laid out as those of a zone.
    pub(super) fn answered(&self, raws: &[i32]) -> Signature {
        let reaches = |(place, constant): &(u32, i32)| raws[*place as usize] >= *constant;
        let answers = self.0.iter().enumerate();
        let bits = answers.map(|(bit, question)| u64::from(reaches(question)) << bit);
        Signature(bits.fold(0, |all, bit| all | bit))
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<(u32, i32)>()
    }
}
