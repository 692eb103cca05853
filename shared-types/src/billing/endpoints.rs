//! Endpoints of billing.

use super::dto::*;
use crate::{
    access::{Access, Guard, Level, Object},
    endpoint::{Nothing, RawFile},
    id::{InvoiceId, ServicePaymentId},
    page::Page,
};

const VIEW: Access = Access::Agent(Object::Settings, Level::View);
const MANAGE: Access = Access::Agent(Object::Settings, Level::Manage);

crate::endpoints! {
    billing_endpoints:

    [Billing]
    ShowServiceAccount, "show_service_account": Get "/agent/balance", VIEW, 200;
    "Returns the agent's account with the operator of the service: balance, plan, usage and unpaid invoices.";
    path = (), query = Nothing, body = Nothing => ServiceAccount;

    ShowServiceNotice, "show_service_notice": Get "/agent/balance/state", Access::Guard(Guard::Agent), 200;
    "Returns whether the cabinet works, or is or becomes read-only because of an unpaid invoice.";
    path = (), query = Nothing, body = Nothing => ServiceNotice;

    ListServiceOperations, "list_service_operations": Get "/agent/balance/operations", VIEW, 200;
    "Lists the operations on the service account, newest first.";
    path = (), query = BillingListQuery, body = Nothing => Page<ServiceOperation>;

    ListServiceInvoices, "list_service_invoices": Get "/agent/balance/invoices", VIEW, 200;
    "Lists the invoices of the service, newest first.";
    path = (), query = BillingListQuery, body = Nothing => Page<ServiceInvoice>;

    PayServiceInvoice, "pay_service_invoice": Post "/agent/balance/invoices/{invoice}/pay", MANAGE, 200, idempotent = true;
    "Pays an invoice of the service from the balance.";
    path = (InvoiceId,), query = Nothing, body = InvoicePayment => ServiceInvoice;

    PrintServiceInvoice, "print_service_invoice": Get "/agent/balance/invoices/{invoice}/invoice.pdf", VIEW, 200;
    "Returns an invoice of the service as a PDF, in Russian.";
    path = (InvoiceId,), query = Nothing, body = Nothing => RawFile;

    PrintServiceAct, "print_service_act": Get "/agent/balance/invoices/{invoice}/act.pdf", VIEW, 200;
    "Returns the act of a month that is over and paid as a PDF, in Russian.";
    path = (InvoiceId,), query = Nothing, body = Nothing => RawFile;

    QuotePlanChange, "quote_plan_change": Get "/agent/balance/plan", MANAGE, 200;
    "Returns the cost of a change of plan today.";
    path = (), query = PlanChangeQuery, body = Nothing => PlanChangeQuote;

    ChangePlan, "change_plan": Post "/agent/balance/plan", MANAGE, 200, idempotent = true;
    "Changes the plan at once, and charges or credits the difference for the rest of the month.";
    path = (), query = Nothing, body = PlanChange => ServiceAccount;

    CreateServicePayment, "create_service_payment": Post "/agent/balance/payments", MANAGE, 201;
    "Starts an online payment to the service account.";
    path = (), query = Nothing, body = NewServicePayment => ServicePayment;

    ShowServicePayment, "show_service_payment": Get "/agent/balance/payments/{payment}", VIEW, 200;
    "Returns an online payment. The state of a pending one is fetched from the provider.";
    path = (ServicePaymentId,), query = Nothing, body = Nothing => ServicePayment;

    [Webhooks]
    ReceiveYookassaNotification, "receive_yookassa_notification": Post "/webhooks/yookassa", Access::Public, 200;
    "Receives a notification of YooKassa. The payment or refund is fetched from its API.";
    path = (), query = Nothing, body = Nothing => Nothing;
}
