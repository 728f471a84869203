//! Every path from one module to another, parsed from the source: `use` items, paths in code, and paths inside macros.

use proc_macro2::TokenStream;
use proc_macro2::TokenTree;
use syn::UseTree;
use syn::visit;
use syn::visit::Visit;

/// A path, made absolute: its first segment is `crate` or the name of another crate.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Import {
    pub(crate) path: Vec<String>,
    pub(crate) line: usize,
}

/// The imports of one file. `module` is its path inside the crate; test modules are left out.
pub(crate) fn imports(module: &[&str], text: &str) -> Vec<Import> {
    let file = syn::parse_file(text).expect("valid Rust");
    let module = module.iter().map(|&segment| segment.to_owned()).collect();
    let mut visitor = Visitor { module, found: Vec::new() };
    visitor.visit_file(&file);
    visitor.found
}

struct Visitor {
    module: Vec<String>,
    found: Vec<Import>,
}

impl Visitor {
    fn note(&mut self, segments: &[String], line: usize) {
        let mut base = self.module.clone();
        let mut rest = segments;
        match rest.first().map(String::as_str) {
            Some("crate") => (base, rest) = (Vec::new(), &rest[1..]),
            Some("self") => rest = &rest[1..],
            Some("super") => {}
            // Another crate, or something that is in scope: a child module or an imported name.
            Some(name) if name.starts_with("truthsayer_") => {
                self.found.push(Import { path: segments.to_vec(), line });
                return;
            }
            _ => return,
        }
        while rest.first().is_some_and(|segment| segment == "super") {
            base.pop();
            rest = &rest[1..];
        }
        let path = ["crate".to_owned()].into_iter().chain(base).chain(rest.iter().cloned()).collect();
        self.found.push(Import { path, line });
    }

    fn tree(&mut self, tree: &UseTree, before: &[String], line: usize) {
        let with = |name: String| before.iter().cloned().chain([name]).collect::<Vec<_>>();
        match tree {
            UseTree::Path(path) => self.tree(&path.tree, &with(path.ident.to_string()), line),
            UseTree::Name(name) => self.note(&with(name.ident.to_string()), line),
            UseTree::Rename(name) => self.note(&with(name.ident.to_string()), line),
            UseTree::Glob(_) => self.note(before, line),
            UseTree::Group(group) => group.items.iter().for_each(|item| self.tree(item, before, line)),
        }
    }

    /// Macros are not parsed as Rust: their tokens are searched for paths.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        let mut line = 1;
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Ident(ident) if colons == 2 && !path.is_empty() => {
                    path.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Ident(ident) => {
                    self.note(&path, line);
                    (path, colons, line) = (vec![ident.to_string()], 0, ident.span().start().line);
                }
                other => {
                    self.note(&path, line);
                    (path, colons) = (Vec::new(), 0);
                    if let TokenTree::Group(group) = other {
                        self.tokens(group.stream());
                    }
                }
            }
        }
        self.note(&path, line);
    }
}

impl<'ast> Visit<'ast> for Visitor {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if is_test(&item.attrs) {
            return;
        }
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&item.tree, &[], item.use_token.span.start().line);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let line = path.segments.first().map_or(1, |segment| segment.ident.span().start().line);
        self.note(&segments, line);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.tokens(item.tokens.clone());
        visit::visit_macro(self, item);
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|condition| condition == "test")
    })
}
