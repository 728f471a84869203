//! Mutants of expressions.

use syn::BinOp;
use syn::Expr;
use syn::UnOp;
use syn::spanned::Spanned;

use crate::branches;
use crate::breakage::Form;
use crate::chains;
use crate::finder::Finder;

/// Records the replacements of an expression.
pub fn alter(finder: &mut Finder<'_>, expression: &Expr) {
    match expression {
        Expr::Binary(it) => binary(finder, expression, it),
        Expr::Unary(it) if !matches!(it.op, UnOp::Deref(_)) => {
            let inner = finder.text(&it.expr).to_owned();
            finder.value(expression, vec![("operator dropped", inner)]);
            if matches!(it.op, UnOp::Not(_)) {
                finder.held(expression);
            }
        }
        Expr::Lit(it) => literal(finder, it),
        Expr::Path(it) if it.path.get_ident().is_some_and(|name| finder.constants.contains(&name.to_string())) => {
            let name = finder.text(it);
            finder.value(it, vec![("one more", format!("{name} + 1")), ("one less", format!("{name} - 1"))]);
        }
        Expr::If(it) => branches::of_if(finder, it),
        Expr::While(it) if !has_let(&it.cond) => finder.value(&it.cond, vec![("held false", "false".into())]),
        Expr::Match(it) => branches::of_match(finder, it),
        Expr::Macro(it) if it.mac.path.is_ident("matches") => branches::of_matches(finder, expression, &it.mac),
        Expr::MethodCall(it) => chains::of_call(finder, expression, it),
        Expr::Call(it) => called(finder, expression, it),
        Expr::Struct(it) => fields(finder, it),
        Expr::Tuple(it) => it.elems.iter().for_each(|part| forgotten(finder, part)),
        _ => {}
    }
}

/// Whether a condition binds something.
pub fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(it) => matches!(it.op, BinOp::And(_)) && (has_let(&it.left) || has_let(&it.right)),
        _ => false,
    }
}

/// The replacements of an operator.
fn others(operator: &BinOp) -> &'static [&'static str] {
    match operator {
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::Lt(_) => &["<=", ">"],
        BinOp::Le(_) => &["<", ">"],
        BinOp::Gt(_) => &[">=", "<"],
        BinOp::Ge(_) => &[">", "<"],
        BinOp::Add(_) => &["-", "*"],
        BinOp::Sub(_) => &["+", "/"],
        BinOp::Mul(_) => &["+", "/"],
        BinOp::Div(_) | BinOp::Rem(_) => &["*"],
        BinOp::BitOr(_) => &["&"],
        BinOp::BitAnd(_) => &["|"],
        BinOp::AddAssign(_) => &["-=", "="],
        BinOp::SubAssign(_) => &["+="],
        BinOp::BitOrAssign(_) => &["&=", "="],
        _ => &[],
    }
}

fn binary(finder: &mut Finder<'_>, expression: &Expr, it: &syn::ExprBinary) {
    if has_let(expression) {
        return finder.held(expression);
    }
    let (left, right) = (finder.text(&it.left), finder.text(&it.right));
    let mut breaks: Vec<_> =
        others(&it.op).iter().map(|other| ("operator", format!("{left} {other} {right}"))).collect();
    let drops = matches!(it.op, BinOp::And(_) | BinOp::Or(_) | BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_));
    if drops {
        breaks.extend([("one side", left.to_owned()), ("one side", right.to_owned())]);
    }
    finder.value(expression, breaks);
    let is_bool = matches!(
        it.op,
        BinOp::And(_)
            | BinOp::Or(_)
            | BinOp::Eq(_)
            | BinOp::Ne(_)
            | BinOp::Lt(_)
            | BinOp::Le(_)
            | BinOp::Gt(_)
            | BinOp::Ge(_)
    );
    if is_bool {
        finder.held(expression);
    }
}

fn literal(finder: &mut Finder<'_>, it: &syn::ExprLit) {
    match &it.lit {
        syn::Lit::Int(number) => {
            let text = number.to_string();
            let mut breaks = vec![("one more", format!("({text} + 1)"))];
            if number.base10_parse::<u64>().is_ok_and(|number| number > 0) {
                breaks.push(("one less", format!("({text} - 1)")));
            }
            finder.value(it, breaks);
        }
        syn::Lit::Bool(lit) => finder.value(it, vec![("flipped", (!lit.value).to_string())]),
        _ => {}
    }
}

/// A dropped value, and dropped arguments.
fn called(finder: &mut Finder<'_>, expression: &Expr, it: &syn::ExprCall) {
    match finder.text(&it.func) {
        "Some" => finder.value(expression, vec![("none", "None".into())]),
        "Ok" | "Err" => {}
        _ => it.args.iter().for_each(|argument| forgotten(finder, argument)),
    }
}

fn fields(finder: &mut Finder<'_>, it: &syn::ExprStruct) {
    for field in &it.fields {
        if field.colon_token.is_some() {
            forgotten(finder, &field.expr);
        } else {
            let default = vec![("forgotten", "Default::default()".into())];
            finder.put(finder.range(field), Form::Field, field.span(), default);
        }
    }
}

/// A value replaced by the empty value of its type.
pub fn forgotten(finder: &mut Finder<'_>, value: &Expr) {
    let plain = match value {
        Expr::Path(it) => it.path.get_ident().is_some_and(|name| name.to_string().starts_with(char::is_lowercase)),
        Expr::MethodCall(_) | Expr::Field(_) | Expr::Call(_) => true,
        _ => false,
    };
    let is_empty = ["::new()", "::default()"].iter().any(|end| finder.text(value).ends_with(end));
    if plain && !is_empty {
        finder.value(value, vec![("forgotten", "Default::default()".into())]);
    }
}
