//! From answers to eyes: text, JSON, JUnit, HTML, pictures, and UPPAAL's formats.
//!
//! Everything here is a function from plain values ([`view`]) to a text. [`Query::view`](crate::Query::view),
//! [`Model::view`](crate::Model::view) and [`Symmetries::view`](crate::Symmetries::view) make the values.

pub use ::report::{
    convert, csv, dot, html, intermediate, json, junit, picture, svg, text, verifyta, view,
    xml_trace, xtr,
};
