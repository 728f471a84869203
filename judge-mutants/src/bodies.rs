//! Mutants that remove code: function bodies, statements, loop iterations.

use syn::spanned::Spanned;

use crate::breakage::Form;
use crate::finder::Finder;

/// A function that returns a constant.
pub fn replace(finder: &mut Finder<'_>, signature: &syn::Signature, block: &syn::Block) {
    let answers = answers(&signature.output);
    let start = finder.range(&block.brace_token.span.open()).end;
    let span = signature.ident.span();
    finder.put(start..start, Form::Insertion, span, answers.into_iter().map(|it| ("body", it)).collect());
}

/// Constants that a function of this type could return, as a statement.
fn answers(output: &syn::ReturnType) -> Vec<String> {
    let syn::ReturnType::Type(_, output) = output else { return vec!["return".into()] };
    let default = "return Default::default()".to_owned();
    let syn::Type::Path(path) = &**output else { return Vec::new() };
    let Some(last) = path.path.segments.last() else { return Vec::new() };
    match last.ident.to_string().as_str() {
        "bool" => vec!["return true".into(), "return false".into()],
        "usize" | "u64" | "u32" => vec!["return 0".into(), "return 1".into()],
        "String" => vec![default, "return \"xyzzy\".to_owned()".into()],
        "Result" => vec!["return Ok(Default::default())".into()],
        "Problem" | "Judgement" | "Verdict" | "Crash" => Vec::new(),
        _ => vec![default],
    }
}

/// A removed statement, and a loop that ends after one iteration.
pub fn leave_out(finder: &mut Finder<'_>, statement: &syn::Stmt) {
    if let syn::Stmt::Expr(syn::Expr::ForLoop(it), _) = statement {
        let end = finder.range(&it.body.brace_token.span.close()).start;
        finder.put(end..end, Form::Insertion, it.span(), vec![("only the first", "; break".into())]);
    }
    let leaves = match statement {
        syn::Stmt::Expr(expression, Some(_)) => matches!(
            expression,
            syn::Expr::MethodCall(_) | syn::Expr::Call(_) | syn::Expr::Assign(_) | syn::Expr::Binary(_)
        ),
        syn::Stmt::Expr(syn::Expr::ForLoop(_) | syn::Expr::While(_), _) => true,
        _ => false,
    };
    if leaves {
        let range = finder.range(statement);
        finder.put(range, Form::Statement, statement.span(), vec![("left out", String::new())]);
    }
}
