//! Instances and the system line.

use super::maker::{Listed, Maker};
use super::templates::{Extra, Made};
use crate::feature::Feature;
use crate::tree::{Dim, Edge, Expr, Initial, Instance, Item, Parameter, Template, Type, Variable};

impl Maker {
    /// Puts a template into the system.
    pub(super) fn list(&mut self, made: Made) {
        let number = self.model.templates.len();
        let Made { template, set, extras } = made;
        let named = !self.scalar() && set;
        if set && extras.is_empty() && named && self.use_now(Feature::HandCopies, 80) {
            return self.copied(&template);
        }
        let name = template.name.clone();
        self.model.templates.push(template);
        if named && self.use_now(Feature::NamedCopies, 80) {
            for id in self.first()..=self.last() {
                let arguments = self.instance_arguments(set, &extras, Some(Expr::Int(id)));
                self.instance(&format!("{name}{id}"), Vec::new(), &name, arguments, number);
            }
            return;
        }
        let partial = set && self.use_now(Feature::PartialInstances, 60);
        if extras.is_empty() && !partial {
            self.listed.push(Listed { name: name.clone(), set, twice: false, template: number });
            self.system_names.push(name);
            return;
        }
        let mut parameters = Vec::new();
        let id = set.then(|| {
            let ty = Maker::id_type();
            parameters.push(Parameter {
                name: "i".to_owned(),
                ty,
                constant: true,
                reference: false,
            });
            self.used.insert(Feature::PartialInstances);
            Expr::name("i")
        });
        let mut arguments = self.instance_arguments(set, &extras, id);
        if set
            && self.ids == 2
            && self.dice.chance(30)
            && let Some(Extra::Number) = extras.first()
        {
            arguments[1] = Expr::name("j");
            let ty = Type::Range(0, 1);
            let (constant, reference) = (true, false);
            parameters.push(Parameter { name: "j".to_owned(), ty, constant, reference });
        }
        let short = format!("{name}s");
        self.instance(&short, parameters, &name, arguments, number);
    }

    fn instance(
        &mut self,
        name: &str,
        parameters: Vec<Parameter>,
        template: &str,
        arguments: Vec<Expr>,
        number: usize,
    ) {
        let (set, twice) = (!parameters.is_empty(), parameters.len() > 1);
        let name = name.to_owned();
        self.listed.push(Listed { name: name.clone(), set, twice, template: number });
        self.system_names.push(name.clone());
        let template = template.to_owned();
        self.model.instances.push(Instance { name, parameters, template, arguments });
    }

    fn instance_arguments(&mut self, set: bool, extras: &[Extra], id: Option<Expr>) -> Vec<Expr> {
        let mut arguments: Vec<Expr> = Vec::new();
        if set {
            arguments.extend(id.clone());
        }
        for extra in extras {
            arguments.push(match extra {
                Extra::Number => Expr::Int(self.dice.between(0, 2)),
                Extra::Time => Expr::Time(self.dice.between(0, 3)),
                Extra::Object(ty) => self.object(ty, id.as_ref()),
            });
        }
        arguments
    }

    /// A variable of this type, or the entry of an array that belongs to the id.
    fn object(&mut self, wanted: &Type, id: Option<&Expr>) -> Expr {
        let mut found = Vec::new();
        for entity in self.scope.iter().filter(|entity| entity.writable) {
            let name = Expr::name(&entity.name);
            match (&entity.ty, id) {
                (ty, _) if ty == wanted => found.push(name),
                (Type::Array(element, Dim::Over(_)), Some(id)) if **element == *wanted => {
                    found.push(Expr::index(name, id.clone()));
                }
                (Type::Array(element, Dim::Over(_)), None)
                    if **element == *wanted && !self.scalar() =>
                {
                    found.push(Expr::index(name, Expr::Int(self.first())));
                }
                _ => {}
            }
        }
        self.dice.pick(&found).unwrap_or_else(|| {
            // Only in the entries of an array over a scalar set, of which none can be named.
            Expr::name("none")
        })
    }

    /// One template for each id, which it knows as a constant.
    fn copied(&mut self, template: &Template) {
        for id in self.first()..=self.last() {
            let mut copy = template.clone();
            copy.name = format!("{}_{id}", template.name);
            copy.parameters.clear();
            let constant = Variable {
                name: "id".to_owned(),
                ty: Maker::id_type(),
                constant: true,
                meta: false,
                initial: Some(Initial::Value(Expr::Int(id))),
            };
            copy.items.insert(0, Item::Variable(constant));
            let number = self.model.templates.len();
            let name = copy.name.clone();
            self.listed.push(Listed { name, set: false, twice: false, template: number });
            self.system_names.push(copy.name.clone());
            self.model.templates.push(copy);
        }
    }

    /// Gives every channel of which there is only one end the other one, in the last template.
    pub(super) fn partners(&mut self) {
        let channels: Vec<(String, Type)> = self
            .scope
            .iter()
            .filter(|entity| self.is_channel(&entity.ty))
            .map(|entity| (entity.name.clone(), entity.ty.clone()))
            .collect();
        for (name, ty) in channels {
            let uses = |template: &Template, sends: bool| {
                template.edges.iter().any(|edge| match &edge.sync {
                    Some((channel, end)) => *end == sends && root(channel) == name,
                    None => false,
                })
            };
            let some = |sends| self.model.templates.iter().any(|template| uses(template, sends));
            let missing = match (some(true), some(false)) {
                (true, false) => false,
                (false, true) => true,
                _ => continue,
            };
            let select = self.fresh("s");
            let (channel, selects) = match ty {
                Type::Array(..) => (
                    Expr::index(Expr::name(&name), Expr::name(&select)),
                    vec![(select, Maker::id_type())],
                ),
                _ => (Expr::name(&name), Vec::new()),
            };
            if let Some(template) = self.model.templates.last_mut() {
                let place = template.locations.len() - 1;
                for source in [0, place] {
                    template.edges.push(Edge {
                        source,
                        target: source,
                        selects: selects.clone(),
                        guard: None,
                        sync: Some((channel.clone(), missing)),
                        updates: Vec::new(),
                    });
                }
            }
        }
    }

    fn is_channel(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(element, _) => self.is_channel(element),
            other => matches!(other, Type::Chan(_)),
        }
    }

    pub(super) fn system(&mut self) {
        let names = std::mem::take(&mut self.system_names);
        if names.len() > 1 && self.use_now(Feature::ProcessPriorities, 100) {
            let cut = 1 + self.dice.below(names.len() - 1);
            self.model.system = vec![names[..cut].to_vec(), names[cut..].to_vec()];
        } else {
            self.model.system = vec![names];
        }
    }
}

/// The name of the variable that a place belongs to.
fn root(expr: &Expr) -> &str {
    match expr {
        Expr::Name(name) => name,
        Expr::Index(array, _) => root(array),
        _ => "",
    }
}
