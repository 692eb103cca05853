//! The fields of a payment to a seller: the purchasing account and the sum.

use frontend_ui::{api::Error, i18n::storage, prelude::*};
use shared_types::{
    page::Listing,
    purchasing::{AccountBalance, ListAccountBalances, SellerPayment},
};

frontend_ui::texts! {
    /// A text about the payment of a seller.
    enum SellerTexts;
    Account: "Аккаунт выкупа", "Purchasing account", "采购账号";
    None: "не указывать", "not recorded", "不记录";
    Amount: "Заплачено продавцу за всё", "Paid to the seller in total", "支付卖家总额";
    Left: "Останется на аккаунте", "Will be left in the account", "账号剩余";
}

/// The account of the last payment by this browser.
const ACCOUNT_KEY: &str = "karavan.purchasing_account";

pub(crate) fn remembered_account() -> String {
    let stored = storage().and_then(|storage| storage.get_item(ACCOUNT_KEY).ok().flatten());
    stored.unwrap_or_default()
}

/// The state of the fields.
#[derive(Clone, Copy)]
pub(crate) struct PurchaseFields {
    /// Without accounts the purchase is recorded without a payment.
    accounts: Option<Record<Listing<AccountBalance>>>,
    chosen: RwSignal<String>,
    amount: NumberInput,
    error: Signal<Option<Error>>,
}

impl PurchaseFields {
    /// Creates the fields, and loads the accounts if they are shown to this person.
    pub(crate) fn new(is_shown: bool, error: Signal<Option<Error>>) -> Self {
        let is_shown = is_shown && current_user().may(Object::OrderPrices, Level::Edit);
        Self {
            accounts: is_shown.then(|| use_value(&[], || api::get::<ListAccountBalances>(Nothing {}))),
            chosen: RwSignal::new(remembered_account()),
            amount: NumberInput::new(NumberKind::Amount, ""),
            error,
        }
    }

    /// Fills in the sum that is expected.
    pub(crate) fn prefill(self, amount: Money) -> Self {
        self.amount.set(&amount.amount());
        self
    }

    /// The sum as it is typed, while it parses. Tracks.
    pub(crate) fn total(self) -> Option<Money> {
        Some(Money::new(self.amount.preview()?, self.account()?.balance.currency))
    }

    /// Remembers the account for the next payment.
    pub(crate) fn remember_account(self) {
        if let Some(storage) = storage() {
            // Without room in the storage, the account is chosen again.
            let _ = storage.set_item(ACCOUNT_KEY, &self.chosen.get_untracked());
        }
    }

    /// The accounts that are in use. Tracks.
    fn accounts(self) -> Vec<AccountBalance> {
        let accounts = self
            .accounts
            .and_then(|accounts| accounts.with(|list| list.data.clone()));
        let accounts = accounts.unwrap_or_default().into_iter();
        accounts.filter(|account| !account.archived).collect()
    }

    fn account(self) -> Option<AccountBalance> {
        let chosen = self.chosen.get();
        self.accounts()
            .into_iter()
            .find(|account| account.id.to_string() == chosen)
    }

    /// Reads the payment. An account without a sum is an error of the field.
    pub(crate) fn read(self, numbers: &mut NumberReader) -> Option<SellerPayment> {
        let account = untrack(|| self.account())?;
        let amount = numbers.required_amount(self.amount)?;
        Some(SellerPayment {
            account_id: account.id,
            amount,
            freight: None,
            split_freight: None,
        })
    }

    /// The fields; nothing without accounts.
    pub(crate) fn fields(self) -> AnyView {
        let options = Signal::derive(move || {
            let mut options = vec![(String::new(), t(SellerTexts::None).to_owned())];
            options.extend(self.accounts().into_iter().map(|account| {
                let label = format!(
                    "{} · {} · {}",
                    account.marketplace,
                    account.login,
                    format::money(account.balance)
                );
                (account.id.to_string(), label)
            }));
            options
        });
        let unit = move || {
            self.account()
                .map(|account| account.balance.currency.code().to_owned())
                .unwrap_or_default()
        };
        let left = move || {
            let (account, amount) = (self.account()?, self.amount.preview()?);
            let left = Money::new(account.balance.minor.saturating_sub(amount), account.balance.currency);
            Some(view! {
                <p class="muted" class:fault=move || left.minor < 0 data-testid="account-left">
                    {t(SellerTexts::Left)}
                    ": "
                    <strong>{format::money(left)}</strong>
                </p>
            })
        };
        let shown = move || {
            (!self.accounts().is_empty()).then(|| {
                view! {
                    <SelectField
                        name="purchase-account"
                        label=t(SellerTexts::Account)
                        value=self.chosen
                        options=options
                    />
                    {move || {
                        self.account()
                            .map(|_| {
                                view! {
                                    <NumberField
                                        name="purchase-amount"
                                        label=t(SellerTexts::Amount)
                                        input=self.amount
                                        error=self.error
                                        unit=Signal::derive(unit)
                                    />
                                }
                            })
                    }}
                    {left}
                }
            })
        };
        any_view! { {shown} }
    }
}
