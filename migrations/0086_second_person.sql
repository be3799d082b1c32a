-- expand
-- Payments decides reversals, so it reads which operators may be one person.

grant select (id, user_name, email, sign_on_issuer, reset_by, reset_at) on operators
  to sixdoors_payments;
