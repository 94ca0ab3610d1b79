//! Points, boxes and polylines.

use network::drawing::Point;

/// A box with sides parallel to the axes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rect {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Rect {
    /// From its upper left corner and its size.
    pub(crate) fn at(corner: Point, width: f64, height: f64) -> Rect {
        Rect { left: corner.x, top: corner.y, right: corner.x + width, bottom: corner.y + height }
    }

    pub(crate) fn around(centre: Point, radius: f64) -> Rect {
        Rect {
            left: centre.x - radius,
            top: centre.y - radius,
            right: centre.x + radius,
            bottom: centre.y + radius,
        }
    }

    pub(crate) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(crate) fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// Larger by `margin` on every side.
    pub(crate) fn grown(&self, margin: f64) -> Rect {
        Rect {
            left: self.left - margin,
            top: self.top - margin,
            right: self.right + margin,
            bottom: self.bottom + margin,
        }
    }

    pub(crate) fn moved(&self, by: Point) -> Rect {
        Rect {
            left: self.left + by.x,
            top: self.top + by.y,
            right: self.right + by.x,
            bottom: self.bottom + by.y,
        }
    }

    /// The least box around both.
    pub(crate) fn union(&self, other: &Rect) -> Rect {
        Rect {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// The area that both cover.
    pub(crate) fn overlap(&self, other: &Rect) -> f64 {
        let width = self.right.min(other.right) - self.left.max(other.left);
        let height = self.bottom.min(other.bottom) - self.top.max(other.top);
        width.max(0.0) * height.max(0.0)
    }

    /// The length of the part of a segment that lies inside (Liang and Barsky's clipping).
    pub(crate) fn length_inside(&self, from: Point, to: Point) -> f64 {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        let sides = [
            (-dx, from.x - self.left),
            (dx, self.right - from.x),
            (-dy, from.y - self.top),
            (dy, self.bottom - from.y),
        ];
        for (direction, distance) in sides {
            if direction == 0.0 {
                if distance <= 0.0 {
                    return 0.0;
                }
            } else if direction < 0.0 {
                enter = enter.max(distance / direction);
            } else {
                leave = leave.min(distance / direction);
            }
        }
        (leave - enter).max(0.0) * dx.hypot(dy)
    }
}

/// The distance between two points.
pub(crate) fn distance(a: Point, b: Point) -> f64 {
    (a.x - b.x).hypot(a.y - b.y)
}

/// The point on the way from `a` to `b`, at `part` of the distance.
pub(crate) fn between(a: Point, b: Point, part: f64) -> Point {
    Point { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }
}

/// The point at `length` from `from` in the direction of `towards`; `from` if there is no direction.
pub(crate) fn ahead(from: Point, towards: Point, length: f64) -> Point {
    let whole = distance(from, towards);
    if whole == 0.0 { from } else { between(from, towards, length / whole) }
}

/// The length of a polyline.
pub(crate) fn length(points: &[Point]) -> f64 {
    points.windows(2).map(|pair| distance(pair[0], pair[1])).sum()
}

/// The point at `part` of the length of a polyline, with the direction (a unit vector) there.
pub(crate) fn along(points: &[Point], part: f64) -> Option<(Point, Point)> {
    let mut rest = length(points) * part;
    for pair in points.windows(2) {
        let step = distance(pair[0], pair[1]);
        if step > 0.0 && rest <= step + 1e-9 {
            let direction =
                Point { x: (pair[1].x - pair[0].x) / step, y: (pair[1].y - pair[0].y) / step };
            return Some((between(pair[0], pair[1], rest / step), direction));
        }
        rest -= step;
    }
    None
}

/// Does each coordinate have a value that can be drawn?
pub(crate) fn is_usable(point: Point) -> bool {
    point.x.abs() <= 1e7 && point.y.abs() <= 1e7
}
