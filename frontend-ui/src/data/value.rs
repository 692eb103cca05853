//! Values without their types, so that the code of signals and memos exists once instead of once per type.

use leptos::prelude::*;
use std::{any::Any, marker::PhantomData, sync::Arc};

/// A value that is compared when another one takes its place.
#[derive(Clone)]
pub struct Value {
    value: Arc<dyn Any + Send + Sync>,
    is_equal: fn(&dyn Any, &dyn Any) -> bool,
}

fn is_equal<T: PartialEq + 'static>(one: &dyn Any, other: &dyn Any) -> bool {
    one.downcast_ref::<T>() == other.downcast_ref::<T>()
}

impl Value {
    pub fn new<T: PartialEq + Send + Sync + 'static>(value: T) -> Self {
        Self {
            value: Arc::new(value),
            is_equal: is_equal::<T>,
        }
    }

    /// The value, which has the type of [`Self::new`].
    pub fn read<T: 'static>(&self) -> Option<&T> {
        self.value.downcast_ref()
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.value, &other.value) || (self.is_equal)(&*self.value, &*other.value)
    }
}

/// A value of the server, or a part of one. It notifies only when it has changed.
pub struct Live<T> {
    value: Signal<Option<Value>>,
    kind: PhantomData<fn() -> T>,
}

impl<T> Clone for Live<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Live<T> {}

impl<T> Live<T> {
    pub(super) const fn new(value: Signal<Option<Value>>) -> Self {
        Self {
            value,
            kind: PhantomData,
        }
    }
}

impl<T: PartialEq + Send + Sync + 'static> Live<T> {
    /// Applies a function to the value, if it is loaded. Tracks.
    pub fn with<U>(self, read: impl FnOnce(&T) -> U) -> Option<U> {
        self.value.try_get().flatten()?.read().map(read)
    }

    /// Applies a function to the value as it is now.
    pub fn read<U>(self, read: impl FnOnce(&T) -> U) -> Option<U> {
        untrack(|| self.with(read))
    }

    /// Notifies the current observer when the value changes.
    pub fn track(self) {
        self.value.track();
    }

    /// A part of the value.
    pub fn slice<U: PartialEq + Send + Sync + 'static>(
        self,
        select: impl Fn(&T) -> U + Send + Sync + 'static,
    ) -> Live<U> {
        Live::new(memo(Box::new(move || self.with(&select).map(Value::new))))
    }

    /// A part of the value that may be missing.
    pub fn find<U: PartialEq + Send + Sync + 'static>(
        self,
        select: impl Fn(&T) -> Option<U> + Send + Sync + 'static,
    ) -> Live<U> {
        Live::new(memo(Box::new(move || self.with(&select).flatten().map(Value::new))))
    }

    /// A value that does not change.
    pub fn constant(value: T) -> Self {
        Self::new(Signal::stored(Some(Value::new(value))))
    }

    /// The part of a page that shows the value.
    pub fn view<V: IntoView + 'static>(self, render: impl Fn(&T) -> V + Send + 'static) -> AnyView {
        let render = move |value: &Value| value.read().map(|value| render(value).into_any());
        follow(self.value, Box::new(render))
    }

    /// The part of a page that shows a part of the value.
    pub fn part<U, V>(
        self,
        select: impl Fn(&T) -> U + Send + Sync + 'static,
        render: impl Fn(&U) -> V + Send + 'static,
    ) -> AnyView
    where
        U: PartialEq + Send + Sync + 'static,
        V: IntoView + 'static,
    {
        self.slice(select).view(render)
    }
}

impl<T: Clone + PartialEq + Send + Sync + 'static> Live<T> {
    /// A copy of the value. Tracks.
    pub fn get(self) -> Option<T> {
        self.with(T::clone)
    }
}

fn memo(select: Box<dyn Fn() -> Option<Value> + Send + Sync>) -> Signal<Option<Value>> {
    Memo::new(move |_| select()).into()
}

/// Renders a value, if it has the expected type.
type RenderValue = Box<dyn Fn(&Value) -> Option<AnyView> + Send>;

fn follow(value: Signal<Option<Value>>, render: RenderValue) -> AnyView {
    (move || value.get().as_ref().and_then(&render)).into_any()
}
