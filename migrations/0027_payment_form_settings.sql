-- Hosted payment forms: what one may be paid, where its customers go afterwards, who may frame it.

alter table payment_forms
  add column amount_kind text not null default 'free',
  -- One of a fixed amount, the choices of a list, none where the customer writes it.
  add column amounts_cents integer[] not null default '{}',
  -- Where the customer writes it.
  add column amount_min_cents integer not null default 1,
  add column amount_max_cents integer not null default 99999999,
  add column return_url text,
  -- Signs the result that goes to the return address. Sealed; it was shown once.
  add column return_secret bytea,
  -- Origins whose pages may show the form in a frame; none: nobody's.
  add column frame_ancestors text[] not null default '{}',
  add column sends_customer_receipt boolean not null default true,
  add column sends_merchant_receipt boolean not null default false,
  add constraint payment_forms_amount_kind_check
    check (amount_kind in ('fixed', 'chosen', 'free')),
  add constraint payment_forms_amount_bounds_check
    check (amount_min_cents >= 1 and amount_max_cents >= amount_min_cents),
  add constraint payment_forms_return_check check (return_url is null or return_secret is not null);

-- A form is never removed: transactions and reports name it, and its address may be on paper.
revoke delete on payment_forms from sixdoors_app;
