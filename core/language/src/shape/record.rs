//! The macro for mappings with known keys.

/// Declares a mapping with known keys: the struct, how it is read and how it is described.
///
/// A key is named like its field; `as "if"` gives it another name. A field is required unless its
/// type is an `Option` or it has a default.
///
/// ```
/// use boardwright_language::shape;
/// use boardwright_language::shape::{ExprText, Name, Pairs};
///
/// shape! {
///     /// Gives resources from the supply to a seat.
///     ///
///     /// ```yaml
///     /// gain: { amounts: { wood: 2 } }
///     /// ```
///     pub struct Gain {
///         /// How many of what.
///         pub amounts: Pairs<ExprText>,
///         /// Who gets them; the acting seat if left out.
///         pub to: Option<Name>,
///         /// Only if this holds.
///         pub condition as "if": Option<ExprText>,
///         /// How many times.
///         pub count: u32 = 1,
///     }
/// }
/// ```
#[macro_export]
macro_rules! shape {
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
    (@take $fields:ident $cx:ident $key:expr;) => { $fields.take($key, $cx) };
    (@take $fields:ident $cx:ident $key:expr; $default:expr) => {
        $fields.take_or($key, || $default, $cx)
    };
    (@default) => { ::std::option::Option::<&'static str>::None };
    (@default $default:expr) => { ::std::option::Option::Some(stringify!($default)) };
    (
        $(#[doc = $doc:literal])*
        $vis:vis struct $name:ident {
            $(
                $(#[doc = $field_doc:literal])*
                $field_vis:vis $field:ident $(as $key:literal)? : $type:ty $(= $default:expr)?
            ),* $(,)?
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, PartialEq, Debug)]
        $vis struct $name {
            $(
                $(#[doc = $field_doc])*
                $field_vis $field: $type,
            )*
        }

        impl $crate::shape::Shaped for $name {
            fn shape() -> $crate::shape::Shape {
                $crate::shape::Shape::def(stringify!($name), || $crate::shape::Def {
                    name: stringify!($name),
                    docs: $crate::shape::Docs::new(&[$($doc),*]),
                    body: $crate::shape::Body::Record(::std::vec![$(
                        $crate::shape::Field {
                            key: $crate::shape!(@key $field $($key)?),
                            docs: $crate::shape::Docs::new(&[$($field_doc),*]),
                            shape: <$type as $crate::shape::Shaped>::shape(),
                            required: !<$type as $crate::shape::Shaped>::OPTIONAL
                                && $crate::shape!(@default $($default)?).is_none(),
                            default: $crate::shape!(@default $($default)?),
                        }
                    ),*]),
                })
            }
        }

        impl $crate::shape::Decode for $name {
            fn decode(
                node: &$crate::shape::Node,
                cx: &mut $crate::shape::Cx,
            ) -> ::std::option::Option<Self> {
                const KEYS: &[&str] = &[$($crate::shape!(@key $field $($key)?)),*];
                let shape = <Self as $crate::shape::Shaped>::shape();
                #[allow(unused_mut)]
                let mut fields = $crate::shape::Fields::open(node, KEYS, &shape, cx)?;
                $(
                    let $field: ::std::option::Option<$type> = $crate::shape!(
                        @take fields cx $crate::shape!(@key $field $($key)?); $($default)?
                    );
                )*
                fields.close(cx)?;
                ::std::option::Option::Some(Self { $($field: $field?),* })
            }
        }
    };
}
