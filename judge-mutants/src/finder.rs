//! Finds the places of a file that can be mutated.

use std::collections::HashSet;
use std::ops::Range;

use proc_macro2::Span;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit;
use syn::visit::Visit;

use crate::bodies;
use crate::breakage::Break;
use crate::breakage::Form;
use crate::breakage::Place;
use crate::operators;

/// All places of a file, in no order.
pub fn places(source: &str) -> syn::Result<Vec<Place>> {
    let file = syn::parse_file(source)?;
    let mut finder =
        Finder { source, constants: HashSet::new(), inner: HashSet::new(), scope: Vec::new(), places: Vec::new() };
    for item in &file.items {
        if let syn::Item::Const(constant) = item
            && matches!(&*constant.expr, syn::Expr::Lit(lit) if matches!(lit.lit, syn::Lit::Int(_)))
        {
            finder.constants.insert(constant.ident.to_string());
        }
    }
    finder.visit_file(&file);
    Ok(finder.places)
}

pub struct Finder<'s> {
    pub source: &'s str,
    /// Constants of the file that are a plain number.
    pub constants: HashSet<String>,
    /// Calls on whose result another method is called.
    pub inner: HashSet<Range<usize>>,
    /// The current type and function.
    scope: Vec<String>,
    places: Vec<Place>,
}

impl<'s> Finder<'s> {
    /// The bytes of something.
    pub fn range(&self, node: &impl Spanned) -> Range<usize> {
        node.span().byte_range()
    }

    pub fn text(&self, node: &impl Spanned) -> &'s str {
        &self.source[self.range(node)]
    }

    /// Records the replacements for a place, except those that change nothing.
    pub fn put(&mut self, range: Range<usize>, form: Form, span: Span, breaks: Vec<impl Into<Break>>) {
        let line = span.start().line;
        let mut breaks: Vec<Break> = breaks.into_iter().map(Into::into).collect();
        breaks.retain(|it| !is_same(&it.text, &self.source[range.clone()]));
        if breaks.is_empty() {
            return;
        }
        match self.places.iter_mut().find(|place| place.range == range && place.form == form) {
            Some(place) if form != Form::Insertion => {
                let new = breaks.into_iter().filter(|new| !place.breaks.iter().any(|old| old.text == new.text));
                let new: Vec<Break> = new.collect();
                place.breaks.extend(new);
            }
            _ => self.places.push(Place { range, form, line, function: self.scope.join("::"), breaks }),
        }
    }

    /// The same for a value.
    pub fn value(&mut self, node: &impl Spanned, breaks: Vec<impl Into<Break>>) {
        self.put(self.range(node), Form::Value, node.span(), breaks);
    }

    /// A condition that is always true or always false. Conditions with `let` are skipped.
    pub fn held(&mut self, condition: &syn::Expr) {
        match condition {
            syn::Expr::Let(_) => {}
            syn::Expr::Binary(both) if operators::has_let(condition) => {
                self.held(&both.left);
                self.held(&both.right);
            }
            _ => self.value(condition, vec![("held true", "true".into()), ("held false", "false".into())]),
        }
    }

    fn within(&mut self, name: String, look: impl FnOnce(&mut Self)) {
        self.scope.push(name);
        look(self);
        self.scope.pop();
    }
}

/// Whether a replacement is equivalent: the same text, or an empty value for an empty value.
fn is_same(broken: &str, original: &str) -> bool {
    const EMPTY: &[&str] = &["{}", "None", "false", "0", "&[]", "Vec::new()", "String::new()"];
    broken == original || broken == "Default::default()" && EMPTY.contains(&original)
}

/// Whether an item is for tests only.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|it| {
        it.path().is_ident("test")
            || it.path().is_ident("cfg") && it.parse_args::<syn::Ident>().is_ok_and(|name| name == "test")
    })
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let name = match &*item.self_ty {
            syn::Type::Path(path) => path.path.segments.last().map(|it| it.ident.to_string()).unwrap_or_default(),
            _ => String::new(),
        };
        self.within(name, |finder| visit::visit_item_impl(finder, item));
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) && item.sig.constness.is_none() {
            self.within(item.sig.ident.to_string(), |finder| {
                bodies::replace(finder, &item.sig, &item.block);
                finder.visit_block(&item.block);
            });
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if item.sig.constness.is_none() {
            self.within(item.sig.ident.to_string(), |finder| {
                bodies::replace(finder, &item.sig, &item.block);
                finder.visit_block(&item.block);
            });
        }
    }

    fn visit_stmt(&mut self, statement: &'ast syn::Stmt) {
        bodies::leave_out(self, statement);
        visit::visit_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'ast syn::Expr) {
        operators::alter(self, expression);
        match expression {
            // The target of an assignment is not a value.
            syn::Expr::Assign(it) => self.visit_expr(&it.right),
            syn::Expr::Repeat(it) => self.visit_expr(&it.expr),
            syn::Expr::Range(it) => visit::visit_expr_range(self, it),
            _ => visit::visit_expr(self, expression),
        }
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some((_, guard)) = &arm.guard {
            self.held(guard);
            self.visit_expr(guard);
        }
        self.visit_expr(&arm.body);
    }

    fn visit_macro(&mut self, it: &'ast syn::Macro) {
        let parts = Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
        if ["format", "vec", "write", "writeln"].iter().any(|name| it.path.is_ident(name))
            && let Ok(parts) = parts.parse2(it.tokens.clone())
        {
            parts.iter().filter(|part| !matches!(part, syn::Expr::Assign(_))).for_each(|part| self.visit_expr(part));
        }
    }

    // None of these holds a value that is worked out while the program runs.
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
}
