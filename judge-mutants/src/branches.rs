//! Mutants of branches: wrong conditions and swapped bodies.

use syn::parse::ParseStream;
use syn::parse::Parser;
use syn::spanned::Spanned;

use crate::breakage::Form;
use crate::finder::Finder;
use crate::operators::has_let;

pub fn of_if(finder: &mut Finder<'_>, it: &syn::ExprIf) {
    finder.held(&it.cond);
    if has_let(&it.cond) {
        let otherwise = it.else_branch.as_ref().map_or("{}", |(_, branch)| finder.text(branch));
        finder.put(finder.range(it), Form::Branch, it.span(), vec![("held false", otherwise.to_owned())]);
    }
}

pub fn of_match(finder: &mut Finder<'_>, it: &syn::ExprMatch) {
    let has_rest = it.arms.last().is_some_and(|arm| matches!(arm.pat, syn::Pat::Wild(_)) && arm.guard.is_none());
    for (at, arm) in it.arms.iter().enumerate() {
        let neighbour = if at + 1 < it.arms.len() { at + 1 } else { at.saturating_sub(1) };
        let other = &it.arms[neighbour];
        let mut breaks = vec![("does nothing", "Default::default()".to_owned())];
        let bindings = Bindings::of(&other.pat);
        let text = finder.text(&other.body);
        if bindings.0.iter().all(|name| Bindings::of(&arm.pat).0.contains(name) || !text.contains(name.as_str())) {
            breaks.push(("neighbour's arm", text.to_owned()));
        }
        let is_leaving = matches!(&*arm.body, syn::Expr::Return(_) | syn::Expr::Continue(_) | syn::Expr::Break(_));
        if is_leaving {
            breaks.retain(|(kind, _)| *kind != "does nothing");
        }
        finder.put(finder.range(&arm.body), Form::Arm, arm.pat.span(), breaks);
        if has_rest && at + 1 < it.arms.len() && arm.guard.is_none() {
            let end = finder.range(&arm.pat).end;
            finder.put(
                end..end,
                Form::Insertion,
                arm.pat.span(),
                vec![("arm dropped", finder.text(&arm.pat).to_owned())],
            );
        }
    }
}

/// The names that a pattern binds.
struct Bindings(Vec<String>);

impl Bindings {
    fn of(pattern: &syn::Pat) -> Bindings {
        let mut bindings = Bindings(Vec::new());
        syn::visit::Visit::visit_pat(&mut bindings, pattern);
        bindings
    }
}

impl<'ast> syn::visit::Visit<'ast> for Bindings {
    fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
        self.0.push(it.ident.to_string());
    }
}

/// `matches!(value, A | B)` without A, without B, or with a constant result.
pub fn of_matches(finder: &mut Finder<'_>, expression: &syn::Expr, it: &syn::Macro) {
    finder.held(expression);
    let text = finder.text(expression);
    finder.value(expression, vec![("negated", format!("!{text}"))]);
    let parts = |input: ParseStream<'_>| {
        let value: syn::Expr = input.parse()?;
        input.parse::<syn::Token![,]>()?;
        let pattern = syn::Pat::parse_multi_with_leading_vert(input)?;
        let guard: Option<syn::Expr> = match input.parse::<Option<syn::Token![if]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        input.parse::<Option<syn::Token![,]>>()?;
        Ok((value, pattern, guard))
    };
    let Ok((value, pattern, guard)) = parts.parse2(it.tokens.clone()) else { return };
    let value = finder.text(&value).to_owned();
    let tail = guard.as_ref().map_or(String::new(), |guard| format!(" if {}", finder.text(guard)));
    if let syn::Pat::Or(either) = &pattern {
        let cases: Vec<&str> = either.cases.iter().map(|case| finder.text(case)).collect();
        let without = |left_out: usize| {
            let kept = cases.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, case)| *case);
            ("case dropped", format!("matches!({value}, {}{tail})", kept.collect::<Vec<_>>().join(" | ")))
        };
        finder.value(expression, (0..cases.len()).map(without).collect());
    }
    if guard.is_some() {
        let pattern = finder.text(&pattern);
        finder.value(expression, vec![("guard dropped", format!("matches!({value}, {pattern})"))]);
    }
}
