"""Checks of `make fuzz` beside those of Schemathesis."""

import schemathesis

# Field errors that a schema can't describe: they depend on what is stored or on another field, or on more than a pattern can say, as
# the numbering plans of the world and the grammar of addresses. The document must describe all others.
NOT_OF_FORM = {
    "currency_not_accepted",
    "mixed_currencies",
    "not_a_phone",
    "not_a_url",
    "not_later",
    "not_yours",
    "overlaps",
    "repeated",
    "same_bounds",
    "taken",
    "too_common",
    "unknown_value",
}
# Fields that are required only with another field or state: a person with a password confirms a change with it, a client registers at an
# agent or by a link, and an address without a pickup point has a street.
REQUIRED_AT_TIMES = {"agent", "current", "street"}
# Fields that belong to one value of another field: only a step that buys items has a purchase.
KNOWN_AT_TIMES = {"purchase"}


def is_of_form(field, error):
    code = error["code"]
    if code == "required":
        return field not in REQUIRED_AT_TIMES
    # A position of the feed is at most the last one, and a chat comes back after the present.
    if field in {"after", "until"} and code == "out_of_range":
        return False
    if code == "unknown_field":
        return field not in KNOWN_AT_TIMES
    return code not in NOT_OF_FORM


@schemathesis.check
def bounds_are_described(ctx, response, case):
    """A request that the document calls valid is not refused because of the form of a field."""
    is_valid = case.meta is not None and case.meta.generation.mode.is_positive
    if not is_valid or response.status_code != 422:
        return
    problem = response.json()
    if problem.get("code") != "validation_failed":
        return
    undescribed = {
        field: [error for error in errors if is_of_form(field, error)]
        for field, errors in problem["errors"].items()
    }
    undescribed = {field: errors for field, errors in undescribed.items() if errors}
    assert not undescribed, f"the document does not describe a bound of {undescribed}"


# Fields with an amount. The document describes their text, and the server also takes a number.
AMOUNTS = {"amount", "cost", "domestic", "limit", "minimum", "price"}


def has_number_as_amount(value):
    if isinstance(value, list):
        return any(map(has_number_as_amount, value))
    if not isinstance(value, dict):
        return False
    is_number = lambda field: isinstance(field, (int, float)) and not isinstance(field, bool)
    return any(name in AMOUNTS and is_number(field) for name, field in value.items()) or any(
        map(has_number_as_amount, value.values())
    )


# Ids have the numbers that JavaScript holds exactly.
LARGEST_ID = 2**53 - 1


def is_no_id(name, value):
    digits = str(value).removeprefix("-")
    return name.endswith("_id") and digits.isdecimal() and int(digits) > LARGEST_ID


@schemathesis.hook
def filter_case(context, case):
    """An amount that is a number, and a query parameter without a value or with an id that nothing has, are accepted: they don't prove
    that a schema is ignored."""
    query = (case.query or {}).items()
    is_accepted = any(value in ("", [], [""]) or is_no_id(name, value) for name, value in query)
    return not has_number_as_amount(case.body) and not is_accepted
