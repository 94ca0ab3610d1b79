//! Hard.
