-- A: modifiedSince, and an attestation's name, find their rows by an index of the owner.
create index clients_modified on clients (direct_partner_id, modified_at);
create index locations_modified on locations (partner_id, modified_at);
create index contacts_modified on contacts (partner_id, modified_at);
create index devices_modified on devices (partner_id, modified_at);
create index attestations_created on attestations (partner_id, created_at);
create index attestations_name on attestations (partner_id, name);
