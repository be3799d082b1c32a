-- What each attempt of a webhook was signed with, as it was sent: a receiver that refuses signatures
-- can be helped only by whoever sees both. The secrets themselves stay sealed.

alter table delivery_attempts
  -- The header webhook-signature.
  add column signature text,
  -- "hash" in the body.
  add column hash text;
