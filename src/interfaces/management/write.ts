/** What is answered, in area A's names. A member without a value is absent: JSON drops undefined. */
import type { Partner, PartnerPage } from "../../core/estate/partner-store.ts";

export function writePartnerPage({ total, partners }: PartnerPage) {
  return { total, data: partners.map(writePartner) };
}

function writePartner(partner: Partner) {
  return {
    id: partner.id,
    name: partner.name,
    reference: partner.reference,
    billingId: partner.billingId,
    partnerId: partner.parserName,
    verificationPhrase: partner.verificationPhrase,
    clientCanOrderEquipment: partner.clientCanOrderEquipment,
    parent: partner.parent,
    version: partner.version,
    location: partner.location,
    contact: partner.contactId === undefined ? undefined : { id: partner.contactId },
    isActive: partner.isActive,
  };
}
