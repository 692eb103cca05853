//! Declares the relations of an entity.

/// Defines the `Relation` of an entity by the columns that refer to the ids of other tables, and its behaviour, which is SeaORM's.
#[macro_export]
#[doc(hidden)]
macro_rules! relations {
    ($($name:ident: $column:ident => $($target:ident)::+),*) => {
        #[derive(Copy, Clone, Debug, EnumIter)]
        pub enum Relation {
            $($name,)*
        }

        impl RelationTrait for Relation {
            fn def(&self) -> RelationDef {
                match *self {
                    $(Self::$name => Entity::belongs_to($($target)::+::Entity)
                        .from(Column::$column)
                        .to($($target)::+::Column::Id)
                        .into(),)*
                }
            }
        }

        $(impl Related<$($target)::+::Entity> for Entity {
            fn to() -> RelationDef {
                Relation::$name.def()
            }
        })*

        impl ActiveModelBehavior for ActiveModel {}
    };
}
