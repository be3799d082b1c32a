/**
 * The types of the OpenAPI document. Generated: do not edit. `npm run client-types` writes this
 * file again after a change of a schema.
 */
export interface paths {
    "/api/qsapi/3.8": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Charge, capture, refund, reverse or store a card or bank account, or close the card batch
         * @description `transaction_type` says what to do. A payment is approved if, and only if, `transaction_approved` is true. Errors have HTTP status 200 and an `error_code`. The form has the login: `account_id` with `api_accesskey`, or with `timestamp` and `hash`. The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Reserve money on a card", "Charge a card", "Store a card for later", "Charge a stored card".
         */
        post: operations["processPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tsapi/3.8": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a transaction id, or the status of a transaction
         * @description GET_TRANSACTION_ID gets an id in advance, so that a payment happens once however often you send it. GET_TRANSACTION_STATUS returns the status of a payment. The form has the login: `account_id` with `api_accesskey`, or with `timestamp` and `hash`. The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Charge, capture, refund, reverse or store a card or bank account, or close the card batch", "Get an id for a new payment".
         */
        post: operations["getTransactionIdOrStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/1.0": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List past webhook events, or send one again
         * @description LIST_EVENTS lists the events of the account that are still kept, with their deliveries. SEND_EVENT sends one again, with the same id, to every endpoint that chose its kind, or to one. The form has the login: `account_id` with `api_accesskey`, or with `timestamp` and `hash`. The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Charge, capture, refund, reverse or store a card or bank account, or close the card batch".
         */
        post: operations["listOrSendEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rsapi/3.8": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a report of transactions
         * @description Without a date, the report covers yesterday. It is streamed: if the connection breaks, the report is incomplete. The form has the login: `account_id` with `api_accesskey`, or with `timestamp` and `hash`. The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Charge, capture, refund, reverse or store a card or bank account, or close the card batch".
         */
        post: operations["getReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/decrypt/parser": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decrypt and parse a device payload
         * @description Authenticate with an Authorization header (Basic, Digest, Hmac or Rsa), or with partnerId and partnerKey in the body. A header takes precedence.
         */
        post: operations["parsePayload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/account/login/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description The token is valid for 30 days after its last use.
         */
        post: operations["logInPosUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/account/logout/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Log out
         * @description The token ends immediately.
         */
        get: operations["logOutPosUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the account */
        get: operations["getPosAccount"];
        put?: never;
        /**
         * Update the account
         * @description Admins only. Only the fields that you send are changed.
         */
        post: operations["updatePosAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/account/invitation/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a password with a link
         * @description The page behind the link of an invitation or reset email uses this call. The link works once.
         */
        post: operations["setPosPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/account/password/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your own password
         * @description All other tokens of the user end; this one stays valid. A wrong old password counts as a failed login.
         */
        post: operations["changePosPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/account/password/reset/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a password reset email
         * @description The answer is the same whether or not the user exists. The link in the email works once, for one hour. At most 5 requests in 15 minutes for one email address from one network address.
         */
        post: operations["requestPosPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/users/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users */
        get: operations["listPosUsers"];
        put?: never;
        /**
         * Create a user
         * @description Admins only. Without a password, an invitation is emailed; a disabled user gets it when enabled. The last active admin must stay active.
         */
        post: operations["createPosUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/users/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View a user
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a user".
         */
        get: operations["getPosUser"];
        /**
         * Update a user
         * @description Admins only. Only the fields that you send are changed. Without a password, an invitation is emailed; a disabled user gets it when enabled. The last active admin must stay active. The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a user".
         */
        put: operations["updatePosUser"];
        /**
         * Update a user (POST)
         * @description The same as PUT. Admins only. Only the fields that you send are changed. Without a password, an invitation is emailed; a disabled user gets it when enabled. The last active admin must stay active. The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a user".
         */
        post: operations["updatePosUserByPost"];
        /**
         * Delete a user
         * @description Admins only. The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a user".
         */
        delete: operations["deletePosUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/categories/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List categories */
        get: operations["listCategories"];
        put?: never;
        /**
         * Create a category
         * @description Managers and admins only.
         */
        post: operations["createCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/categories/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View a category
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a category".
         */
        get: operations["getCategory"];
        /**
         * Update a category
         * @description Managers and admins only. Only the fields that you send are changed. The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a category".
         */
        put: operations["updateCategory"];
        /**
         * Update a category (POST)
         * @description The same as PUT. Managers and admins only. Only the fields that you send are changed. The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a category".
         */
        post: operations["updateCategoryByPost"];
        /**
         * Delete a category
         * @description Managers and admins only. The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a category".
         */
        delete: operations["deleteCategory"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/tax-rates/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List tax rates */
        get: operations["listTaxRates"];
        put?: never;
        /**
         * Create a tax rate
         * @description Managers and admins only.
         */
        post: operations["createTaxRate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/tax-rates/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View a tax rate
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a tax rate".
         */
        get: operations["getTaxRate"];
        /**
         * Update a tax rate
         * @description Managers and admins only. Only the fields that you send are changed. The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a tax rate".
         */
        put: operations["updateTaxRate"];
        /**
         * Update a tax rate (POST)
         * @description The same as PUT. Managers and admins only. Only the fields that you send are changed. The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a tax rate".
         */
        post: operations["updateTaxRateByPost"];
        /**
         * Delete a tax rate
         * @description Managers and admins only. The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a tax rate".
         */
        delete: operations["deleteTaxRate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/items/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List items */
        get: operations["listItems"];
        put?: never;
        /**
         * Create an item
         * @description Managers and admins only. A new name or price creates a new id with the same canonical_id. The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a category", "Create a tax rate".
         */
        post: operations["createItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/items/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View an item
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create an item".
         */
        get: operations["getItem"];
        /**
         * Update an item
         * @description Managers and admins only. Only the fields that you send are changed. A new name or price creates a new id with the same canonical_id. The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create an item".
         */
        put: operations["updateItem"];
        /**
         * Update an item (POST)
         * @description The same as PUT. Managers and admins only. Only the fields that you send are changed. A new name or price creates a new id with the same canonical_id. The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create an item".
         */
        post: operations["updateItemByPost"];
        /**
         * Delete an item
         * @description Managers and admins only. The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create an item".
         */
        delete: operations["deleteItem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/transactions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List, filter and search sales
         * @description Newest first.
         */
        get: operations["listSales"];
        put?: never;
        /**
         * Make a sale
         * @description Lines are indexed fields. A catalog line has line_items[n][item_id] or [canonical_id], and [quantity]. A custom line has [name], [price], [quantity] and [tax_rate_ids]. Both can have [notes] and [photo]. An unknown field is a 400.
         */
        post: operations["createSale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/transactions/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View a sale
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Make a sale".
         */
        get: operations["getSale"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/transactions/{id}/receipt/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Email a receipt
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Make a sale".
         */
        post: operations["emailReceipt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/transactions/{id}/refund/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a sale
         * @description Refunds lines, an amount, or everything that is left. A cashier can refund only their own sales. An unknown field is a 400. The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Make a sale".
         */
        post: operations["refundSale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/json/photos/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a photo */
        get: operations["getPhoto"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/partners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your partner and all partners below it */
        get: operations["listPartners"];
        put?: never;
        /** Create a sub-partner with its first location and user */
        post: operations["createPartner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/partners/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a partner
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "List your partner and all partners below it".
         */
        get: operations["getPartner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a partner or its parser credentials
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a sub-partner with its first location and user".
         */
        patch: operations["updatePartner"];
        trace?: never;
    };
    "/api/v1/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List clients */
        get: operations["listClients"];
        put?: never;
        /** Create a client with its first location and contact */
        post: operations["createClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a client
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "List clients".
         */
        get: operations["getClient"];
        put?: never;
        post?: never;
        /**
         * Delete an unused client with its location and contact
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a client with its first location and contact".
         */
        delete: operations["deleteClient"];
        options?: never;
        head?: never;
        /**
         * Update a client, or move it to another direct partner
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a client with its first location and contact".
         */
        patch: operations["updateClient"];
        trace?: never;
    };
    "/api/v1/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List locations */
        get: operations["listLocations"];
        put?: never;
        /** Create another location of a client */
        post: operations["createLocation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/locations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a location
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "List locations".
         */
        get: operations["getLocation"];
        put?: never;
        post?: never;
        /**
         * Delete an unused location
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create another location of a client".
         */
        delete: operations["deleteLocation"];
        options?: never;
        head?: never;
        /**
         * Update a location
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create another location of a client".
         */
        patch: operations["updateLocation"];
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users */
        get: operations["listUsers"];
        put?: never;
        /** Create a user of a client or partner */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "List users".
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Delete an unused user
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a user of a client or partner".
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Update a user, or send the welcome email again
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a user of a client or partner".
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/v1/users/{id}/apiSecret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a new API secret; older ones stay valid for an overlap
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a user of a client or partner".
         */
        post: operations["createApiSecret"];
        /**
         * End all older API secrets at once; the newest stays valid
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Create a user of a client or partner".
         */
        delete: operations["endOlderApiSecrets"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List devices */
        get: operations["listDevices"];
        put?: never;
        /** Register a device */
        post: operations["createDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a device
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "List devices".
         */
        get: operations["getDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a device: its state, client or location
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Register a device".
         */
        patch: operations["updateDevice"];
        trace?: never;
    };
    "/api/v1/devices/{serialNumber}/{deviceType}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a device by serial number and type */
        get: operations["getDeviceBySerialNumber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deviceStates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List device states */
        get: operations["listDeviceStates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deviceTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List device types */
        get: operations["listDeviceTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/attestations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List attestations, one per device */
        get: operations["listAttestations"];
        put?: never;
        /** Attest an inspection of a client's devices */
        post: operations["createAttestations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/attestations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an attestation
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "List attestations, one per device".
         */
        get: operations["getAttestation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List parser calls, oldest first */
        get: operations["listParserCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/transactions/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a parser call by messageId
         * @description The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: "Decrypt and parse a device payload".
         */
        get: operations["getParserCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check liveness */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check readiness */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the release and environment */
        get: operations["getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Prometheus metrics
         * @description Only for network addresses that the setting METRICS_FROM lists.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    transaction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive the result of a payment request, or a later event
         * @description Sent at least once, and signed as in the Standard Webhooks convention. `transaction.failed` has tender_type, transaction_type, last4, transaction_amount and custom_id of the request, as far as they were sent and are valid.
         */
        post: operations["receiveTransactionEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The account and its proof: send `api_accesskey`, or `timestamp` and `hash`. */
        AccountLogin: {
            /**
             * @description The id of the account, up to 12 digits.
             * @example 120000000001
             */
            account_id: string;
            /** @description The account's key. Send it, or `hash` with `timestamp`. */
            api_accesskey?: string;
            /** @description Instead of the key: the lowercase hex SHA-256 of `account_id,api_accesskey,timestamp`, with account_id as you send it. If you send both, the key decides. */
            hash?: string;
            /**
             * @description The time of the hash: Unix seconds, at most 15 minutes off.
             * @example 1794744000
             */
            timestamp?: string;
        };
        /** @description A new API secret of a user. */
        ApiSecret: {
            /** @description The id of the user. */
            id: string;
            /** @description The new secret. It is shown only here. */
            apiSecret: string;
            /**
             * Format: date-time
             * @description Until when the previous secret is valid. Absent if none is.
             */
            previousUntil?: string;
        };
        /** @description The record that one device was inspected. */
        Attestation: {
            /** @description The id, digits. */
            id: string;
            /** @description What the inspection is called, such as Annual inspection. */
            name: string;
            /** @description Notes of your own. */
            notes?: string;
            /** @description When the inspection ended: YYYY-MM-DD HH:MM:SS, in UTC. */
            completeDate: string;
            /** @description The client that the device belongs to. */
            client: components["schemas"]["NamedRecord"];
            /** @description The inspected device: always exactly one. */
            devices: components["schemas"]["DeviceReference"][];
            /** @description The number of updates so far. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created, UTC.
             */
            created: string;
            /**
             * Format: date-time
             * @description When it was last changed, UTC.
             */
            modified: string;
        };
        /** @description A page of records, and the number of records on all pages. */
        AttestationList: {
            /** @description The number of records on all pages. */
            total: number;
            /** @description The records of this page. */
            data: components["schemas"]["AttestationListItem"][];
        };
        /** @description The record that one device was inspected. As an element of a list. */
        AttestationListItem: {
            /** @description The id, digits. */
            id: string;
            /** @description What the inspection is called, such as Annual inspection. */
            name: string;
            /** @description Notes of your own. */
            notes?: string;
            /** @description When the inspection ended: YYYY-MM-DD HH:MM:SS, in UTC. */
            completeDate: string;
            /** @description The client that the device belongs to. */
            client: components["schemas"]["NamedRecord"];
            /** @description The inspected device: always exactly one. */
            devices: components["schemas"]["DeviceReference"][];
            /** @description The number of updates so far. */
            version: number;
        };
        /** @description The attestation of one device. */
        AttestationResult: {
            /** @description The id of the attestation. */
            id: string;
            device: components["schemas"]["DeviceReference"];
        };
        /** @description A device that was inspected. */
        AttestedDevice: {
            /** @description The serial number of the device. */
            serialNumber: string;
        };
        /** @description What is wrong with one attribute. */
        AttributeError: {
            /** @description The path of the attribute, such as location.city or devices[2].serialNumber. */
            attribute: string;
            /** @description What was wrong, and what is allowed. */
            message: string;
            /** @description 1000 required, 1001 wrong type or format, 1002 wrong length, 1003 not an allowed value, 1004 not unique, 1005 no such reference, 1006 version conflict, 1007 in use. */
            errorCode: number;
        };
        /** @description Reserves money for a capture. An amount of 0.00 only checks the card. The card is `device_payload`, `card_tracks`, `card_number` with `card_expiration`, or `token_id` with `reissue=1`. */
        AuthorizationRequest: components["schemas"]["AccountLogin"] & components["schemas"]["PaymentVariables"] & {
            /**
             * @description What to do.
             * @enum {string}
             */
            transaction_type: "AUTHORIZATION";
            /**
             * @description Only cards have this type.
             * @enum {string}
             */
            tender_type: "CARD";
            /**
             * @description Amount with up to two decimals, at most 999999.99. A refund without it returns all that is left.
             * @example 12.34
             */
            transaction_amount: string;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            transaction_type: "AUTHORIZATION";
        };
        /** @description Takes the money of an authorization, all or part of it, once. */
        CaptureRequest: components["schemas"]["AccountLogin"] & components["schemas"]["PaymentVariables"] & {
            /**
             * @description What to do.
             * @enum {string}
             */
            transaction_type: "CAPTURE";
            /**
             * @description If you send it, it must be that of token_id.
             * @enum {string}
             */
            tender_type?: "CARD" | "ACH";
            /** @description The transaction to capture, refund, reverse or, with reissue, charge again. */
            token_id: string;
            /**
             * @description Amount with up to two decimals, at most 999999.99. A refund without it returns all that is left.
             * @example 12.34
             */
            transaction_amount: string;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            transaction_type: "CAPTURE";
        };
        /** @description The fields of the card. */
        CardData: {
            /** @description The card number. */
            PAN: string;
            /** @description The expiration date, MMYY. */
            EXPY?: string;
            /** @description The cardholder's first name. */
            FirstName?: string;
            /** @description The cardholder's last name. */
            Surname?: string;
            /** @description The service code of the track. */
            ServiceCode?: string;
            /** @description The discretionary data of the track. */
            Discretionary?: string;
            /** @description The card verification value. Only if it was typed. */
            CVV?: string;
            /** @description The street address. Only if it was typed. */
            street?: string;
            /** @description The ZIP code. Only if it was typed. */
            ZIP?: string;
        };
        /** @description A category of the catalog. */
        Category: {
            /** @description The id of the category. */
            id: number;
            /** @description The name of the category. */
            name: string;
            /**
             * Format: date-time
             * @description When the category was created, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the category was last changed, UTC.
             */
            updated_at: string;
        };
        /** @description A page of records. */
        CategoryList: {
            /** @description The number of records on all pages. */
            count: number;
            /** @description false if there are more records than count. */
            count_is_exact?: boolean;
            /** @description The path of the next page, with its query string. */
            next: string | null;
            /** @description The path of the previous page, with its query string. */
            previous: string | null;
            /** @description The records of this page. */
            results: components["schemas"]["Category"][];
        };
        /** @description The fields that change. */
        CategoryUpdate: {
            /** @description The name. */
            name?: string;
        };
        /** @description A client of a partner: a merchant. */
        Client: {
            /** @description The id, digits. */
            id: string;
            /** @description The provider's number for the client. */
            clientNumber: string;
            /** @description The name of the client. */
            name: string;
            /** @description Your own id for the client, such as a merchant id. */
            mid?: string;
            /** @description The client's id in your billing system. */
            billingId?: string;
            /** @description false disables the client, its users and its devices. */
            isActive: boolean;
            /** @description The highest partner that you see: your own. */
            partner: components["schemas"]["NamedRecord"];
            /** @description The partner that the client belongs to. */
            directPartner: components["schemas"]["NamedRecord"];
            /** @description The main location. */
            location?: components["schemas"]["NamedRecord"];
            /** @description The user who is the contact. */
            contact?: components["schemas"]["RecordId"];
            /** @description The number of updates so far. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created, UTC.
             */
            created: string;
            /**
             * Format: date-time
             * @description When it was last changed, UTC.
             */
            modified: string;
        };
        /** @description A page of records, and the number of records on all pages. */
        ClientList: {
            /** @description The number of records on all pages. */
            total: number;
            /** @description The records of this page. */
            data: components["schemas"]["ClientListItem"][];
        };
        /** @description A client of a partner: a merchant. As an element of a list. */
        ClientListItem: {
            /** @description The id, digits. */
            id: string;
            /** @description The provider's number for the client. */
            clientNumber: string;
            /** @description The name of the client. */
            name: string;
            /** @description Your own id for the client, such as a merchant id. */
            mid?: string;
            /** @description The client's id in your billing system. */
            billingId?: string;
            /** @description false disables the client, its users and its devices. */
            isActive: boolean;
            /** @description The highest partner that you see: your own. */
            partner: components["schemas"]["NamedRecord"];
            /** @description The partner that the client belongs to. */
            directPartner: components["schemas"]["NamedRecord"];
            /** @description The main location. */
            location?: components["schemas"]["NamedRecord"];
            /** @description The user who is the contact. */
            contact?: components["schemas"]["RecordId"];
            /** @description The number of updates so far. */
            version: number;
        };
        /** @description The members of a client that change. */
        ClientUpdate: {
            /** @description The name of the client. */
            name?: string;
            /** @description Your own id for the client, such as a merchant id. */
            mid?: string | null;
            /** @description The client's id in your billing system. */
            billingId?: string | null;
            /** @description false disables the client, its users and its devices. */
            isActive?: boolean;
            /** @description The client's new direct partner. */
            directPartner?: components["schemas"]["RecordReference"];
            /** @description One of the client's own locations. */
            location?: components["schemas"]["RecordReference"];
            /** @description One of the client's own users. */
            contact?: components["schemas"]["RecordReference"];
            /** @description If you send it, it must be the current version; otherwise nothing changes. */
            version?: number;
        };
        /** @description A country. */
        Country: {
            /** @description The two-letter ISO 3166-1 code. */
            code: string;
        };
        /** @description Pays out without an earlier payment, if the account is allowed to. The card is `device_payload`, `card_tracks`, `card_number` with `card_expiration`, or `token_id` with `reissue=1`. A bank account is `bank_routing_number` and `bank_account_number` with `first_name` and `last_name`. */
        CreditRequest: components["schemas"]["AccountLogin"] & components["schemas"]["PaymentVariables"] & {
            /**
             * @description What to do.
             * @enum {string}
             */
            transaction_type: "CREDIT";
            /**
             * @description Card or bank account.
             * @enum {string}
             */
            tender_type: "CARD" | "ACH";
            /**
             * @description Amount with up to two decimals, at most 999999.99. A refund without it returns all that is left.
             * @example 12.34
             */
            transaction_amount: string;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            transaction_type: "CREDIT";
        };
        /** @description An encrypting payment terminal. */
        Device: {
            /** @description The id, digits. */
            id: string;
            /** @description The serial number. Together with the client it is unique for a partner. */
            serialNumber: string;
            /** @description A name of your own for the device. */
            name?: string;
            /** @description Notes of your own. */
            notes?: string;
            /** @description The type of the device. */
            deviceType: components["schemas"]["NamedRecord"];
            /** @description The state of the device. Only activating and activated devices decrypt. */
            deviceState: components["schemas"]["NamedRecord"];
            /** @description The partner that owns the device. */
            partner: components["schemas"]["NamedRecord"];
            /** @description The client that uses the device. */
            client?: components["schemas"]["NamedRecord"];
            /** @description Where the device is. */
            location?: components["schemas"]["NamedRecord"];
            /**
             * Format: date-time
             * @description When it was first activated, UTC.
             */
            activationDate?: string;
            /**
             * Format: date-time
             * @description When it last decrypted a payload, UTC.
             */
            lastActivityDate?: string;
            /** @description The number of updates so far. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created, UTC.
             */
            created: string;
            /**
             * Format: date-time
             * @description When it was last changed, UTC.
             */
            modified: string;
        };
        /** @description A page of records, and the number of records on all pages. */
        DeviceList: {
            /** @description The number of records on all pages. */
            total: number;
            /** @description The records of this page. */
            data: components["schemas"]["DeviceListItem"][];
        };
        /** @description An encrypting payment terminal. As an element of a list. */
        DeviceListItem: {
            /** @description The id, digits. */
            id: string;
            /** @description The serial number. Together with the client it is unique for a partner. */
            serialNumber: string;
            /** @description A name of your own for the device. */
            name?: string;
            /** @description Notes of your own. */
            notes?: string;
            /** @description The type of the device. */
            deviceType: components["schemas"]["NamedRecord"];
            /** @description The state of the device. Only activating and activated devices decrypt. */
            deviceState: components["schemas"]["NamedRecord"];
            /** @description The partner that owns the device. */
            partner: components["schemas"]["NamedRecord"];
            /** @description The client that uses the device. */
            client?: components["schemas"]["NamedRecord"];
            /** @description Where the device is. */
            location?: components["schemas"]["NamedRecord"];
            /**
             * Format: date-time
             * @description When it was first activated, UTC.
             */
            activationDate?: string;
            /**
             * Format: date-time
             * @description When it last decrypted a payload, UTC.
             */
            lastActivityDate?: string;
            /** @description The number of updates so far. */
            version: number;
        };
        /** @description The id and serial number of a device. */
        DeviceReference: {
            /** @description The id of the device. */
            id: string;
            /** @description The serial number of the device. */
            serialNumber: string;
        };
        /** @description A page of records, and the number of records on all pages. */
        DeviceStateList: {
            /** @description The number of records on all pages. */
            total: number;
            /** @description The records of this page. */
            data: components["schemas"]["NamedRecord"][];
        };
        /** @description A device state, by id or name. */
        DeviceStateReference: {
            /** @description The id of the device state. */
            id?: string;
            /**
             * @description The name of the device state.
             * @enum {string}
             */
            name?: "new" | "injected" | "inTransit" | "stored" | "assigned" | "unassigned" | "activating" | "activated" | "damaged" | "malfunctioning" | "quarantined" | "inRepair" | "rma" | "doa" | "lost" | "tampered" | "tamperedP2PE" | "retired" | "destroyed";
        };
        /** @description A page of records, and the number of records on all pages. */
        DeviceTypeList: {
            /** @description The number of records on all pages. */
            total: number;
            /** @description The records of this page. */
            data: components["schemas"]["NamedRecord"][];
        };
        /** @description A device type, by id or name. */
        DeviceTypeReference: {
            /** @description The id of the device type. */
            id?: string;
            /**
             * @description The name of the device type.
             * @enum {string}
             */
            name?: "generic" | "vendora" | "vendorb-ra1" | "vendorb-rba" | "vendorc" | "vendord" | "vendore" | "vendorf" | "vendorf2" | "idtech" | "ingenico-ra1" | "ingenico-rba" | "miura" | "prima" | "verifone" | "wisepad" | "wisepad2";
        };
        /** @description The members of a device that change. */
        DeviceUpdate: {
            /** @description The serial number. Together with the client it is unique for a partner. */
            serialNumber?: string;
            /** @description A name of your own for the device. */
            name?: string | null;
            /** @description Notes of your own. */
            notes?: string | null;
            /** @description The key set identifier of the base key in the device. */
            ksi?: string | null;
            /** @description The type of the device. */
            deviceType?: components["schemas"]["DeviceTypeReference"];
            /** @description The new state of the device. */
            deviceState?: components["schemas"]["DeviceStateReference"];
            /** @description The client that uses the device. null removes it. */
            client?: components["schemas"]["RecordReference"] | null;
            /** @description A location of the client or of the partner. null removes it. */
            location?: components["schemas"]["RecordReference"] | null;
            /** @description If you send it, it must be the current version; otherwise nothing changes. */
            version?: number;
        };
        /** @description The delivery of an event to one endpoint. */
        EventDelivery: {
            /** @description The number of the endpoint. */
            endpoint: number;
            /**
             * @description Whether the endpoint has acknowledged the event.
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed";
            /** @description Attempts since it was written or last sent again. */
            attempts: number;
            /**
             * Format: date-time
             * @description When it is tried next, while it is pending.
             */
            next_attempt_at?: string;
            /**
             * Format: date-time
             * @description When the endpoint acknowledged it.
             */
            delivered_at?: string;
            /**
             * Format: date-time
             * @description When it was given up.
             */
            failed_at?: string;
            /** @description Why: gave_up (three days), gone (status 410), no_endpoint (removed or disabled), not_wanted (not chosen). */
            failure?: string;
        };
        /** @description Lists past events, newest first. */
        EventListRequest: components["schemas"]["AccountLogin"] & {
            /**
             * @description List events.
             * @enum {string}
             */
            action: "LIST_EVENTS";
            /**
             * @description Only events from this time on, such as 2026-11-17T08:00:00Z.
             * @example 2026-11-17T08:00:00Z
             */
            since?: string;
            /** @description Only events before this time. */
            until?: string;
            /**
             * @description Only events of this kind.
             * @enum {string}
             */
            event?: "transaction.approved" | "transaction.declined" | "transaction.failed" | "transaction.reconciled" | "transaction.settled" | "transaction.reversed" | "transaction.returned" | "transaction.rejected" | "transaction.changed" | "webhook.test";
            /** @description Only events of this transaction. */
            transaction_id?: string;
            /** @description The next page: `next_cursor` of the page before. */
            cursor?: string;
            /** @description How many events a page has: 1 to 100. 25 if it is not sent. */
            limit?: string;
            /**
             * @description Only this event: `event_id` of the list, or the header webhook-id.
             * @example 0b5c8f0e-7d0b-4f0e-9d59-6c4a1c1f2a3b
             */
            event_id?: string;
            /**
             * @description The format of the answer. FORM if it is not sent.
             * @default FORM
             * @enum {string}
             */
            response_format?: "FORM" | "JSON" | "JSONP" | "DEBUG";
            /** @description The function that a JSONP answer calls. callback if it is not sent. */
            jsonp?: string;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "LIST_EVENTS";
        };
        /** @description Lists past events, or sends one again. */
        EventRequest: components["schemas"]["EventListRequest"] | components["schemas"]["EventSendRequest"];
        /** @description A page of events, or the event that is sent again. Without an error, `error` is false. */
        EventResponse: {
            /** @description Newest first. JSON text in the other formats. */
            events?: components["schemas"]["PastEvent"][];
            /** @description Send it as `cursor` for the next page. null: there is none. */
            next_cursor?: string | null;
            /** @description The event that is sent again. */
            event_id?: string;
            /** @description The numbers of the endpoints that get it. */
            endpoints?: number[];
            /** @description Whether the request failed or was declined. */
            error: boolean;
            /** @description 0 if there is no error. */
            error_code: number;
            /** @description What was wrong. null if there is no error. */
            error_message: string | null;
            /** @description The same text as error_message. */
            error_msg: string | null;
        };
        /** @description Sends an event again. */
        EventSendRequest: components["schemas"]["AccountLogin"] & {
            /**
             * @description Send an event again.
             * @enum {string}
             */
            action: "SEND_EVENT";
            /**
             * @description The id of the event: `event_id` of the list, or the header webhook-id.
             * @example 0b5c8f0e-7d0b-4f0e-9d59-6c4a1c1f2a3b
             */
            event_id: string;
            /** @description The number of an endpoint, 1 to 5. Every endpoint if it is not sent. */
            endpoint?: string;
            /**
             * @description The format of the answer. FORM if it is not sent.
             * @default FORM
             * @enum {string}
             */
            response_format?: "FORM" | "JSON" | "JSONP" | "DEBUG";
            /** @description The function that a JSONP answer calls. callback if it is not sent. */
            jsonp?: string;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "SEND_EVENT";
        };
        /** @description The first location of a new partner or client. */
        FirstLocation: {
            /** @description The name of the location. */
            name: string;
            /** @description The name of the business at the location. */
            nameOfBusiness?: string;
            /**
             * @description What the location is used for.
             * @enum {string}
             */
            locationType: "Manufacturer" | "Manufacturer long term storage" | "KIF" | "Vendor fulfillment location" | "Fulfillment location" | "Merchant retail location" | "Merchant CSR location" | "Merchant long term storage location" | "Merchant short term storage & distribution" | "Corporate Headquarters" | "Regional Office" | "Field Office" | "Partner Location";
            /** @description A UUID that no other location has. Created if it is absent. */
            uniqueId?: string;
            /** @description The street address. */
            address1: string;
            /** @description The second line of the street address. */
            address2?: string;
            /** @description The city. */
            city: string;
            /** @description The state or province. */
            stateProvince?: string;
            /** @description The ZIP or postal code. */
            postalCode?: string;
            /** @description The country of the mailing address, if it differs. */
            mailCountry?: string;
            /** @description The street or PO box of the mailing address. */
            mailAddress1?: string;
            /** @description The second line of the mailing address. */
            mailAddress2?: string;
            /** @description The city of the mailing address. */
            mailCity?: string;
            /** @description The state or province of the mailing address. */
            mailStateProvince?: string;
            /** @description The ZIP or postal code of the mailing address. */
            mailPostalCode?: string;
            /** @description Notes of your own. */
            notes?: string;
            country: components["schemas"]["Country"];
        };
        /** @description Records a sale that was authorized by phone. The card is `device_payload`, `card_tracks`, `card_number` with `card_expiration`, or `token_id` with `reissue=1`. */
        ForceRequest: components["schemas"]["AccountLogin"] & components["schemas"]["PaymentVariables"] & {
            /**
             * @description What to do.
             * @enum {string}
             */
            transaction_type: "FORCE";
            /**
             * @description Only cards have this type.
             * @enum {string}
             */
            tender_type: "CARD";
            /**
             * @description Amount with up to two decimals, at most 999999.99. A refund without it returns all that is left.
             * @example 12.34
             */
            transaction_amount: string;
            /** @description Authorization code of a sale that was authorized by voice (FORCE). */
            authorization_code: string;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            transaction_type: "FORCE";
        };
        /** @description An item of the catalog, at one name and price. */
        Item: {
            /** @description The id of the item at this name and price. */
            id: number;
            /** @description The id of the item at every name and price. */
            canonical_id: number;
            /** @description The name of the item. */
            name: string;
            /**
             * @description The price of one. A decimal number with two decimals.
             * @example 112.70
             */
            price: string;
            /** @description The category of the item. */
            category_id: number | null;
            /** @description The tax rates of the item. */
            tax_rate_ids: number[];
            /** @description The path of the photo. */
            photo_url: string | null;
        };
        /** @description A page of records. */
        ItemList: {
            /** @description The number of records on all pages. */
            count: number;
            /** @description false if there are more records than count. */
            count_is_exact?: boolean;
            /** @description The path of the next page, with its query string. */
            next: string | null;
            /** @description The path of the previous page, with its query string. */
            previous: string | null;
            /** @description The records of this page. */
            results: components["schemas"]["Item"][];
        };
        /** @description The fields that change. */
        ItemUpdate: {
            /** @description The name. */
            name?: string;
            /** @description The price of one. With 0 to 2 decimals. */
            price?: string;
            /** @description The id of a category. */
            category_id?: number;
            /** @description The ids of tax rates: a repeated field tax_rate_ids[], numbered fields tax_rate_ids[0], or a comma-separated list. */
            tax_rate_ids?: number[];
            /**
             * Format: binary
             * @description JPEG, PNG or WebP of at most 5 MiB, in a multipart form.
             */
            photo?: string;
        };
        /** @description Whether the process runs. */
        Liveness: {
            /** @description alive */
            status: string;
        };
        /** @description A location of a partner or client. */
        Location: {
            /** @description The id, digits. */
            id: string;
            /** @description The client of the location. Absent for a location of a partner. */
            client?: components["schemas"]["NamedRecord"];
            /** @description The name of the location. */
            name: string;
            /** @description The name of the business at the location. */
            nameOfBusiness?: string;
            /** @description What the location is used for. */
            locationType: string;
            /**
             * Format: uuid
             * @description A UUID that no other location has.
             */
            uniqueId: string;
            /** @description The street address. */
            address1: string;
            /** @description The second line of the street address. */
            address2?: string;
            /** @description The city. */
            city: string;
            /** @description The state or province. */
            stateProvince?: string;
            /** @description The ZIP or postal code. */
            postalCode?: string;
            /** @description The country of the mailing address, if it differs. */
            mailCountry?: string;
            /** @description The street or PO box of the mailing address. */
            mailAddress1?: string;
            /** @description The second line of the mailing address. */
            mailAddress2?: string;
            /** @description The city of the mailing address. */
            mailCity?: string;
            /** @description The state or province of the mailing address. */
            mailStateProvince?: string;
            /** @description The ZIP or postal code of the mailing address. */
            mailPostalCode?: string;
            /** @description Notes of your own. */
            notes?: string;
            country: components["schemas"]["Country"];
            /** @description The number of updates so far. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created, UTC.
             */
            created: string;
            /**
             * Format: date-time
             * @description When it was last changed, UTC.
             */
            modified: string;
        };
        /** @description A page of records, and the number of records on all pages. */
        LocationList: {
            /** @description The number of records on all pages. */
            total: number;
            /** @description The records of this page. */
            data: components["schemas"]["LocationListItem"][];
        };
        /** @description A location of a partner or client. As an element of a list. */
        LocationListItem: {
            /** @description The id, digits. */
            id: string;
            /** @description The client of the location. Absent for a location of a partner. */
            client?: components["schemas"]["NamedRecord"];
            /** @description The name of the location. */
            name: string;
            /** @description The name of the business at the location. */
            nameOfBusiness?: string;
            /** @description What the location is used for. */
            locationType: string;
            /**
             * Format: uuid
             * @description A UUID that no other location has.
             */
            uniqueId: string;
            /** @description The street address. */
            address1: string;
            /** @description The second line of the street address. */
            address2?: string;
            /** @description The city. */
            city: string;
            /** @description The state or province. */
            stateProvince?: string;
            /** @description The ZIP or postal code. */
            postalCode?: string;
            /** @description The country of the mailing address, if it differs. */
            mailCountry?: string;
            /** @description The street or PO box of the mailing address. */
            mailAddress1?: string;
            /** @description The second line of the mailing address. */
            mailAddress2?: string;
            /** @description The city of the mailing address. */
            mailCity?: string;
            /** @description The state or province of the mailing address. */
            mailStateProvince?: string;
            /** @description The ZIP or postal code of the mailing address. */
            mailPostalCode?: string;
            /** @description Notes of your own. */
            notes?: string;
            country: components["schemas"]["Country"];
            /** @description The number of updates so far. */
            version: number;
        };
        /** @description The members of a location that change. */
        LocationUpdate: {
            /** @description The name of the location. */
            name?: string;
            /** @description The name of the business at the location. */
            nameOfBusiness?: string | null;
            /**
             * @description What the location is used for.
             * @enum {string}
             */
            locationType?: "Manufacturer" | "Manufacturer long term storage" | "KIF" | "Vendor fulfillment location" | "Fulfillment location" | "Merchant retail location" | "Merchant CSR location" | "Merchant long term storage location" | "Merchant short term storage & distribution" | "Corporate Headquarters" | "Regional Office" | "Field Office" | "Partner Location";
            /**
             * Format: uuid
             * @description A UUID that no other location has.
             */
            uniqueId?: string;
            /** @description The street address. */
            address1?: string;
            /** @description The second line of the street address. */
            address2?: string | null;
            /** @description The city. */
            city?: string;
            /** @description The state or province. */
            stateProvince?: string | null;
            /** @description The ZIP or postal code. */
            postalCode?: string | null;
            /** @description The country of the mailing address, if it differs. */
            mailCountry?: string | null;
            /** @description The street or PO box of the mailing address. */
            mailAddress1?: string | null;
            /** @description The second line of the mailing address. */
            mailAddress2?: string | null;
            /** @description The city of the mailing address. */
            mailCity?: string | null;
            /** @description The state or province of the mailing address. */
            mailStateProvince?: string | null;
            /** @description The ZIP or postal code of the mailing address. */
            mailPostalCode?: string | null;
            /** @description Notes of your own. */
            notes?: string | null;
            country?: components["schemas"]["Country"];
            /** @description If you send it, it must be the current version; otherwise nothing changes. */
            version?: number;
        };
        /** @description An error of the management API. */
        ManagementError: {
            /**
             * Format: uuid
             * @description The id of this error. Give it to the operator if you need help.
             */
            uuid: string;
            /** @description 7401 no valid credentials, 7403 not allowed, 7404 not found, 7405 wrong method, 7409 invalid attributes, 7413 too large, 7415 not JSON, 7429 too many requests, 1005 internal error. */
            errorCode: number;
            /** @description What was wrong. */
            message: string;
        };
        /** @description All invalid attributes of a request. */
        ManagementValidationError: {
            /**
             * Format: uuid
             * @description The id of this error. Give it to the operator if you need help.
             */
            uuid: string;
            /** @description 7401 no valid credentials, 7403 not allowed, 7404 not found, 7405 wrong method, 7409 invalid attributes, 7413 too large, 7415 not JSON, 7429 too many requests, 1005 internal error. */
            errorCode: number;
            /** @description What was wrong. */
            message: string;
            /** @description One object for each attribute. Its only member has the name of the attribute. */
            errors: {
                [key: string]: components["schemas"]["AttributeError"];
            }[];
        };
        /** @description The id and name of another record. */
        NamedRecord: {
            /** @description The id of the record. */
            id: string;
            /** @description The name of the record. */
            name: string;
        };
        /** @description How long older API secrets stay valid. */
        NewApiSecret: {
            /**
             * @description How many hours older secrets stay valid. With 0, they end at once.
             * @default 24
             */
            overlapHours?: number;
        };
        /** @description An inspection of a client's devices. */
        NewAttestation: {
            /** @description What the inspection is called, such as Annual inspection. */
            name: string;
            /** @description Notes of your own. */
            notes?: string;
            /** @description YYYY-MM-DD HH:MM:SS or ISO 8601, in UTC; at most 14 hours ahead. */
            completeDate: string;
            /** @description The client that the devices belong to. */
            client: components["schemas"]["RecordReference"];
            /** @description The inspected devices. All of them are recorded, or none. */
            devices: components["schemas"]["AttestedDevice"][];
        };
        /** @description The fields of a new record. */
        NewCategory: {
            /** @description The name. */
            name: string;
        };
        /** @description A new client with its first location and contact. */
        NewClient: {
            /** @description The name of the client. */
            name: string;
            /** @description Your own id for the client, such as a merchant id. */
            mid?: string;
            /** @description The client's id in your billing system. */
            billingId?: string;
            /**
             * @description false disables the client, its users and its devices.
             * @default true
             */
            isActive?: boolean;
            /** @description The client's direct partner. */
            directPartner: components["schemas"]["RecordReference"];
            location: components["schemas"]["FirstLocation"];
            contact: components["schemas"]["NewClientContact"];
        };
        /** @description The first user of a new client, who is its contact. */
        NewClientContact: {
            /** @description Unique among all users. It cannot contain a colon, because Basic authentication ends a name there. */
            userName: string;
            /** @description The user's first name. */
            firstName: string;
            /** @description The user's last name. */
            lastName: string;
            /** @description The user's email address. */
            email: string;
            /** @description The user's phone number. */
            phone: string;
            /**
             * @description A client's user has a client role. You cannot assign a role above your own.
             * @enum {string}
             */
            userRole: "Client Admin" | "Client User" | "Client Custodian" | "Client Procurement";
            /** @description false locks the user out. */
            isActive: boolean;
            /**
             * @description Sends an email with a link to set the password. The link works once, within three days.
             * @default false
             */
            sendWelcomeEmail?: boolean;
        };
        /** @description A device to register. It starts in the state new. */
        NewDevice: {
            /** @description The serial number. Together with the client it is unique for a partner. */
            serialNumber: string;
            /** @description A name of your own for the device. */
            name?: string;
            /** @description Notes of your own. */
            notes?: string;
            /** @description The key set identifier of the base key in the device. */
            ksi?: string;
            /** @description The type of the device. */
            deviceType: components["schemas"]["DeviceTypeReference"];
            /** @description The partner that owns the device: your own or one below it. With a client, only its direct partner. */
            partner?: components["schemas"]["RecordReference"];
            /** @description The client that uses the device. */
            client?: components["schemas"]["RecordReference"];
            /** @description A location of the client or of the partner. */
            location?: components["schemas"]["RecordReference"];
        };
        /** @description The fields of a new record. */
        NewItem: {
            /** @description The name. */
            name: string;
            /** @description The price of one. With 0 to 2 decimals. */
            price: string;
            /** @description The id of a category. */
            category_id?: number;
            /** @description The ids of tax rates: a repeated field tax_rate_ids[], numbered fields tax_rate_ids[0], or a comma-separated list. */
            tax_rate_ids?: number[];
            /**
             * Format: binary
             * @description JPEG, PNG or WebP of at most 5 MiB, in a multipart form.
             */
            photo?: string;
        };
        /** @description Another location of a client. */
        NewLocation: {
            /** @description The client. */
            client: components["schemas"]["RecordReference"];
            /** @description The name of the location. */
            name: string;
            /** @description The name of the business at the location. */
            nameOfBusiness?: string;
            /**
             * @description What the location is used for.
             * @enum {string}
             */
            locationType: "Manufacturer" | "Manufacturer long term storage" | "KIF" | "Vendor fulfillment location" | "Fulfillment location" | "Merchant retail location" | "Merchant CSR location" | "Merchant long term storage location" | "Merchant short term storage & distribution" | "Corporate Headquarters" | "Regional Office" | "Field Office" | "Partner Location";
            /** @description A UUID that no other location has. Created if it is absent. */
            uniqueId?: string;
            /** @description The street address. */
            address1: string;
            /** @description The second line of the street address. */
            address2?: string;
            /** @description The city. */
            city: string;
            /** @description The state or province. */
            stateProvince?: string;
            /** @description The ZIP or postal code. */
            postalCode?: string;
            /** @description The country of the mailing address, if it differs. */
            mailCountry?: string;
            /** @description The street or PO box of the mailing address. */
            mailAddress1?: string;
            /** @description The second line of the mailing address. */
            mailAddress2?: string;
            /** @description The city of the mailing address. */
            mailCity?: string;
            /** @description The state or province of the mailing address. */
            mailStateProvince?: string;
            /** @description The ZIP or postal code of the mailing address. */
            mailPostalCode?: string;
            /** @description Notes of your own. */
            notes?: string;
            country: components["schemas"]["Country"];
        };
        /** @description A new sub-partner with its first location and user. */
        NewPartner: {
            /** @description The parent partner. */
            parent: components["schemas"]["RecordReference"];
            /** @description The name of the partner. */
            name: string;
            /** @description A short name that no other partner has. */
            reference: string;
            /** @description The partner's id in your billing system. */
            billingId?: string;
            /** @description The partner's login name at the parser; equal to reference unless you set it. */
            partnerId?: string;
            /** @description A phrase by which the partner proves who they are, such as on the phone. */
            verificationPhrase?: string;
            /**
             * @description Whether the partner's clients may order equipment.
             * @default false
             */
            clientCanOrderEquipment?: boolean;
            /**
             * @description false disables the partner, its users and everything below it.
             * @default true
             */
            isActive?: boolean;
            location: components["schemas"]["FirstLocation"];
            contact: components["schemas"]["NewPartnerContact"];
            /** @description The partner's key at the parser. Can be written but not read. */
            partnerKey?: string;
            /** @description PEM, RSA with at least 2048 bits. Can be written but not read. */
            publicKey?: string;
            /** @description The IP addresses and CIDR ranges from which the partner may call the parser. */
            allowList?: string[];
        };
        /** @description The first user of a new partner, who is its contact. */
        NewPartnerContact: {
            /** @description Unique among all users. It cannot contain a colon, because Basic authentication ends a name there. */
            userName: string;
            /** @description The user's first name. */
            firstName: string;
            /** @description The user's last name. */
            lastName: string;
            /** @description The user's email address. */
            email: string;
            /** @description The user's phone number. */
            phone: string;
            /**
             * @description A client's user has a client role. You cannot assign a role above your own.
             * @enum {string}
             */
            userRole: "Partner User" | "Client Admin" | "Client User" | "Client Custodian" | "Client Procurement";
            /** @description false locks the user out. */
            isActive: boolean;
            /**
             * @description Sends an email with a link to set the password. The link works once, within three days.
             * @default false
             */
            sendWelcomeEmail?: boolean;
        };
        /** @description The fields of a new record. */
        NewPosUser: {
            /** @description The email address, by which the user logs in. */
            email: string;
            /**
             * @description What the user may do.
             * @enum {string}
             */
            role: "admin" | "manager" | "cashier";
            /** @description The first name. */
            first_name?: string;
            /** @description The last name. */
            last_name?: string;
            /** @description The password, at least 12 characters. */
            password?: string;
            /** @description false locks the user out. */
            is_active?: boolean;
        };
        /** @description Where the receipt goes. */
        NewReceipt: {
            /** @description Where the receipt goes. */
            email: string;
        };
        /** @description What to refund. Everything that is left if it is empty. */
        NewRefund: {
            /** @description The amount to refund. With 0 to 2 decimals. */
            refund_amount?: string;
            /** @description The ids of the lines to refund. */
            "line_items[]"?: number[];
        };
        /** @description A sale. Further lines have the next numbers. */
        NewSale: {
            /** @description The sum of all lines. With 0 to 2 decimals. */
            subtotal: string;
            /** @description The discount. With 0 to 2 decimals. */
            discount?: string;
            /** @description The tip. With 0 to 2 decimals. */
            tip?: string;
            /** @description Subtotal less discount, plus taxes and tip. With 0 to 2 decimals. */
            total: string;
            /** @description The id of a stored card or earlier payment, from the payments API. Absent: cash. */
            token?: string;
            /** @description Where the customer's receipt goes. */
            customer_email?: string;
            /** @description Where the merchant's receipt goes. */
            merchant_email?: string;
            /** @description A catalog item at one name and price. */
            "line_items[0][item_id]"?: number;
            /** @description A catalog item at its current name and price. */
            "line_items[0][canonical_id]"?: number;
            /** @description What is sold on a custom line. */
            "line_items[0][name]"?: string;
            /** @description The price of one on a custom line. With 0 to 2 decimals. */
            "line_items[0][price]"?: string;
            /**
             * @description How many are sold.
             * @default 1
             */
            "line_items[0][quantity]"?: number;
            /** @description The ids of tax rates: a repeated field tax_rate_ids[], numbered fields tax_rate_ids[0], or a comma-separated list. */
            "line_items[0][tax_rate_ids]"?: number[];
            /** @description Notes of your own. */
            "line_items[0][notes]"?: string;
            /**
             * Format: binary
             * @description JPEG, PNG or WebP of at most 5 MiB, in a multipart form.
             */
            "line_items[0][photo]"?: string;
        };
        /** @description The fields of a new record. */
        NewTaxRate: {
            /** @description The name. */
            name: string;
            /**
             * @description A percentage with up to 4 decimals.
             * @example 8.875
             */
            amount: string;
        };
        /** @description A new user of a client or partner. */
        NewUser: {
            /** @description Unique among all users. It cannot contain a colon, because Basic authentication ends a name there. */
            userName: string;
            /** @description The user's first name. */
            firstName: string;
            /** @description The user's last name. */
            lastName: string;
            /** @description The user's email address. */
            email: string;
            /** @description The user's phone number. */
            phone: string;
            /**
             * @description A client's user has a client role. You cannot assign a role above your own.
             * @enum {string}
             */
            userRole: "System Admin" | "System User" | "Kif User" | "Partner User" | "Client Admin" | "Client User" | "Client Custodian" | "Client Procurement";
            /** @description false locks the user out. */
            isActive: boolean;
            /**
             * @description Sends an email with a link to set the password. The link works once, within three days.
             * @default false
             */
            sendWelcomeEmail?: boolean;
            /** @description The client that the user belongs to. */
            client?: components["schemas"]["RecordReference"];
            /** @description The partner that the user belongs to, if no client is sent. Absent: your own partner. */
            partner?: components["schemas"]["RecordReference"];
        };
        /** @description Nothing exists at this address. */
        NotFound: {
            /** @description What was wrong. */
            status: string;
        };
        /** @description The data of one track. */
        ParsedTrack: {
            /** @description The data in hex. */
            decrypted: string;
            /**
             * @description Always hex.
             * @enum {string}
             */
            encoding: "hex";
            /** @description The number of characters in ascii. */
            length: number;
            /** @description The text of the track. */
            ascii: string;
            /** @description The text with all digits hidden except the first six, the last four and the date. */
            masked: string;
        };
        /** @description One call of the parser, as its journal has it. */
        ParserCall: {
            /** @description The id of the call, 25 digits. */
            messageId: string;
            /**
             * Format: date-time
             * @description When the call arrived, UTC.
             */
            time: string;
            /** @description The partner that called. */
            partner: components["schemas"]["NamedRecord"];
            /** @description The client of the device. */
            client?: components["schemas"]["NamedRecord"];
            /** @description The device, if the call named a known one. */
            device?: components["schemas"]["DeviceReference"];
            /** @description The caller's reference. Card numbers in it are masked. */
            reference?: string;
            /** @description Whether the payload was decrypted. */
            success: boolean;
            /** @description The error code. Absent after a success. */
            errCode?: number;
            /** @description How long the call took, in milliseconds. */
            duration: number;
            /** @description Whether this key of the device, or a later one, was used before. */
            replay: boolean;
        };
        /** @description A page of records, and the number of records on all pages. */
        ParserCallList: {
            /** @description The number of records on all pages. */
            total: number;
            /** @description The records of this page. */
            data: components["schemas"]["ParserCall"][];
        };
        /** @description An error of the parser. */
        ParserError: {
            /**
             * @description Always false.
             * @enum {boolean}
             */
            success: false;
            /** @description What was wrong. */
            errMessage: string;
            /** @description The error code, such as 2201. */
            errCode: number;
            /** @description Your reference, as you sent it. */
            reference?: string;
            /** @description The id of this call, 25 digits. It finds the call in the journal. */
            messageId: string;
            /** @description The client, as you sent it. */
            clientId?: string;
        };
        /** @description The device, and how the card was read. */
        ParserMeta: {
            /**
             * @description The type of the device.
             * @enum {string}
             */
            device: "generic" | "vendora" | "vendorb-ra1" | "vendorb-rba" | "vendorc" | "vendord" | "vendore" | "vendorf" | "vendorf2";
            /** @description The serial number of the device. */
            serial: string;
            /**
             * @description How the card was read.
             * @enum {string}
             */
            mode: "keyed" | "swiped" | "emv" | "contactless";
            /**
             * @description true if this key of the device, or a later one, was used before: the payload was sent twice, or it is late.
             * @enum {boolean}
             */
            replay?: true;
        };
        /** @description A payload to decrypt. */
        ParserRequest: {
            /** @description The login name of the partner, with partnerKey, if you send no Authorization header. */
            partnerId?: string;
            /** @description The key of the partner, if you send no Authorization header. */
            partnerKey?: string;
            /**
             * @description The type of the device.
             * @enum {string}
             */
            deviceType: "generic" | "vendora" | "vendorb-ra1" | "vendorb-rba" | "vendorc" | "vendord" | "vendore" | "vendorf" | "vendorf2" | "idtech" | "ingenico-ra1" | "ingenico-rba" | "miura" | "prima" | "verifone" | "wisepad" | "wisepad2";
            /** @description The data that the device sent, at most 64 KiB. */
            devicePayload: string;
            /** @description The serial number of the device. Required if the payload does not contain it. */
            deviceSerial?: string;
            /** @description The key serial number. Required if the payload does not contain it. */
            ksn?: string;
            /** @description Your own reference, returned in the response and stored in the journal. */
            reference?: string;
            /** @description The client of the device, by id or mid. */
            clientId?: string;
        };
        /** @description A decrypted payload. */
        ParserResponse: {
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
            /** @description Your reference, as you sent it. */
            reference?: string;
            /** @description The id of this call, 25 digits. It finds the call in the journal. */
            messageId: string;
            /** @description The client, as you sent it. */
            clientId?: string;
            meta: components["schemas"]["ParserMeta"];
            /** @description Track 1. */
            track1?: components["schemas"]["ParsedTrack"];
            /** @description Track 2. */
            track2?: components["schemas"]["ParsedTrack"];
            /** @description Track 3. */
            track3?: components["schemas"]["ParsedTrack"];
            /** @description The decrypted TLV data of a chip. */
            tlv?: {
                /** @description The data in hex. */
                decrypted: string;
            };
            /** @description The track 2 equivalent data of a chip. */
            track2equivalent?: components["schemas"]["ParsedTrack"];
            /** @description The data of a card that was typed. */
            keyed?: components["schemas"]["ParsedTrack"];
            extracted: components["schemas"]["CardData"];
        };
        /** @description A partner. */
        Partner: {
            /** @description The id, digits. */
            id: string;
            /** @description The name of the partner. */
            name: string;
            /** @description A short name that no other partner has. */
            reference: string;
            /** @description The partner's id in your billing system. */
            billingId?: string;
            /** @description The partner's login name at the parser. */
            partnerId: string;
            /** @description A phrase by which the partner proves who they are, such as on the phone. */
            verificationPhrase?: string;
            /** @description Whether the partner's clients may order equipment. */
            clientCanOrderEquipment: boolean;
            /** @description false disables the partner, its users and everything below it. */
            isActive: boolean;
            /** @description The parent partner, if you can see it. */
            parent?: components["schemas"]["NamedRecord"];
            /** @description The main location. */
            location?: components["schemas"]["NamedRecord"];
            /** @description The user who is the contact. */
            contact?: components["schemas"]["RecordId"];
            /** @description The IP addresses and CIDR ranges from which the partner may call the parser. */
            allowList: string[];
            /** @description The number of updates so far. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created, UTC.
             */
            created: string;
            /**
             * Format: date-time
             * @description When it was last changed, UTC.
             */
            modified: string;
        };
        /** @description A page of records, and the number of records on all pages. */
        PartnerList: {
            /** @description The number of records on all pages. */
            total: number;
            /** @description The records of this page. */
            data: components["schemas"]["PartnerListItem"][];
        };
        /** @description A partner. As an element of a list. */
        PartnerListItem: {
            /** @description The id, digits. */
            id: string;
            /** @description The name of the partner. */
            name: string;
            /** @description A short name that no other partner has. */
            reference: string;
            /** @description The partner's id in your billing system. */
            billingId?: string;
            /** @description The partner's login name at the parser. */
            partnerId: string;
            /** @description A phrase by which the partner proves who they are, such as on the phone. */
            verificationPhrase?: string;
            /** @description Whether the partner's clients may order equipment. */
            clientCanOrderEquipment: boolean;
            /** @description false disables the partner, its users and everything below it. */
            isActive: boolean;
            /** @description The parent partner, if you can see it. */
            parent?: components["schemas"]["NamedRecord"];
            /** @description The main location. */
            location?: components["schemas"]["NamedRecord"];
            /** @description The user who is the contact. */
            contact?: components["schemas"]["RecordId"];
            /** @description The number of updates so far. */
            version: number;
        };
        /** @description The members of a partner that change. */
        PartnerUpdate: {
            /** @description The name of the partner. */
            name?: string;
            /** @description A short name that no other partner has. */
            reference?: string;
            /** @description The partner's id in your billing system. */
            billingId?: string | null;
            /** @description The partner's login name at the parser; equal to reference unless you set it. */
            partnerId?: string | null;
            /** @description A phrase by which the partner proves who they are, such as on the phone. */
            verificationPhrase?: string | null;
            /** @description Whether the partner's clients may order equipment. */
            clientCanOrderEquipment?: boolean;
            /** @description false disables the partner, its users and everything below it. */
            isActive?: boolean;
            /** @description One of the partner's own locations. */
            location?: components["schemas"]["RecordReference"];
            /** @description One of the partner's own users. */
            contact?: components["schemas"]["RecordReference"];
            /** @description The partner's key at the parser. Can be written but not read. */
            partnerKey?: string;
            /** @description PEM, RSA with at least 2048 bits. Can be written but not read. */
            publicKey?: string | null;
            /** @description The IP addresses and CIDR ranges from which the partner may call the parser. */
            allowList?: string[] | null;
            /** @description With partnerKey: how many hours the replaced key and older ones stay valid. Without it, or with 0, they end at once. */
            overlapHours?: number;
            /** @description If you send it, it must be the current version; otherwise nothing changes. */
            version?: number;
        };
        /** @description A webhook event and its deliveries. */
        PastEvent: {
            /**
             * Format: uuid
             * @description The same as the header webhook-id.
             */
            event_id: string;
            /**
             * @description The kind of event.
             * @enum {string}
             */
            event: "transaction.approved" | "transaction.declined" | "transaction.failed" | "transaction.reconciled" | "transaction.settled" | "transaction.reversed" | "transaction.returned" | "transaction.rejected" | "transaction.changed" | "webhook.test";
            /**
             * Format: date-time
             * @description When the event was written.
             */
            created_at: string;
            /** @description The id of the transaction, if any. */
            transaction_id?: string;
            transaction: components["schemas"]["WebhookTransaction"];
            /** @description One for each endpoint that gets it. Empty until the event is assigned. */
            deliveries: components["schemas"]["EventDelivery"][];
        };
        /** @description A payment request: one of these, by transaction_type. */
        PaymentRequest: components["schemas"]["SaleRequest"] | components["schemas"]["AuthorizationRequest"] | components["schemas"]["CaptureRequest"] | components["schemas"]["RefundRequest"] | components["schemas"]["ReversalRequest"] | components["schemas"]["CreditRequest"] | components["schemas"]["ForceRequest"] | components["schemas"]["StoreRequest"] | components["schemas"]["SettleBatchRequest"];
        /** @description The result of a payment request. A request with an error has only the error fields; every other field is absent unless it applies. */
        PaymentResponse: {
            /** @description For a refund or reversal: the payment that it changes. */
            original_transaction_id?: string;
            /** @description 12 digits. A capture has the id of its authorization. */
            transaction_id?: string;
            /** @description CARD or ACH. */
            tender_type?: string | null;
            /**
             * @description YYYY-MM-DD HH:MM:SS in the account's time zone.
             * @example 2026-11-15 12:00:00
             */
            transaction_timestamp?: string;
            /** @description VISA, MASTERCARD, AMERICAN EXPRESS, DISCOVER or ACH. */
            card_brand?: string | null;
            /** @description The type of the request, as sent. */
            transaction_type?: string;
            /** @description The last four digits of the card or bank account number. */
            last4?: string | null;
            /** @description The expiration date of the card, MMYY. null for ACH. */
            card_expiration?: string | null;
            /** @description The card host's code. Null if declined. */
            authorization_code?: string | null;
            /** @description APPROVED or another success message, or the reason of a decline. */
            authorization_message?: string | null;
            /** @description The requested amount, in the account's currency. */
            request_amount?: number;
            /** @description The amount of the transaction. Less than request_amount after a partial approval. */
            transaction_amount?: number;
            /** @description The customer's first name. */
            first_name?: string | null;
            /** @description The customer's last name. */
            last_name?: string | null;
            /** @description Whether the number was typed. */
            keyed?: boolean;
            /** @description Whether the magnetic stripe was read. */
            swiped?: boolean;
            /** @description How the card or bank account was entered. Null for SETTLE-BATCH. */
            entry_mode?: ("KEYED" | "SWIPED" | "EMV" | "CONTACTLESS" | "FALLBACK SWIPED") | null;
            /** @description Whether the request was approved. Check this, not the HTTP status or a message. */
            transaction_approved?: boolean;
            /** @description The AVS result code. */
            avs_response?: string;
            /** @description The CVV result code. */
            cvv2_response?: string;
            /** @description The description, as sent. */
            transaction_description?: string;
            /** @description For a new payment: the amount that can be refunded. */
            balance?: number;
            /** @description For SETTLE-BATCH: the number of the closed batch. */
            batch_id?: number;
            /** @description Always null. */
            reason_code?: string | null;
            /** @description Always null. */
            network?: string | null;
            /** @description Always null. */
            gateway_id?: string | null;
            /** @description The account's currency, such as USD. */
            currency?: string;
            /** @description For ACH: the check number, if it was sent. */
            check_number?: string;
            /** @description For ACH, if the account uses verification: whether the bank account was verified now. */
            ach_verification_passed?: boolean;
            /**
             * @description For ACH, if the account uses verification: its result.
             * @example Accepted
             * @example Previously verified
             */
            ach_verification_message?: string;
            /** @description For ACH, if the entry was to go out on the same day: whether it does. Beyond the contract. */
            ach_same_day?: boolean;
            /**
             * @description For ACH, if the entry was to go out on the same day: the result. Beyond the contract.
             * @example Same day
             * @example No same-day window is left today
             */
            ach_same_day_message?: string;
            /** @description For a chip: the issuer's response code, tag 8A. A whole TLV object in hex, such as 8A023030. */
            emv_response_code?: string;
            /** @description For a chip: issuer authentication data, tag 91. A whole TLV object in hex. */
            emv_issuer_authentication?: string;
            /** @description For a chip: issuer scripts for the time before the second cryptogram, tag 71. Whole TLV objects in hex, one after the other. */
            emv_issuer_script1?: string;
            /** @description For a chip: issuer scripts for the time after the second cryptogram, tag 72. Whole TLV objects in hex, one after the other. */
            emv_issuer_script2?: string;
            /** @description With error 20040: the payment that this request is a duplicate of. An extension of Sixdoors. */
            first_transaction_id?: string;
            /** @description Whether the request failed or was declined. */
            error: boolean;
            /** @description 0 if there is no error. */
            error_code: number;
            /** @description What was wrong. null if there is no error. */
            error_message: string | null;
            /** @description The same text as error_message. */
            error_msg: string | null;
        };
        /** @description The variables of payment requests. Each one is checked if you send it, even if the request does not need it. */
        PaymentVariables: {
            /**
             * @description Amount with up to two decimals, at most 999999.99. A refund without it returns all that is left.
             * @example 12.34
             */
            transaction_amount?: string;
            /**
             * @description Card number, 13 to 19 digits.
             * @example 4111111111111111
             */
            card_number?: string;
            /**
             * @description Expiration date of the card, MMYY.
             * @example 1230
             */
            card_expiration?: string;
            /** @description Card verification value (CVV). Never stored. */
            card_verification?: string;
            /** @description An id that you fetched in advance. It can be used for one payment only. */
            transaction_id?: string;
            /**
             * @description Format of the answer. FORM if it is not sent.
             * @enum {string}
             */
            response_format?: "FORM" | "JSON" | "JSONP" | "DEBUG";
            /** @description First name. Required for ACH payments, there at most 32 characters. */
            first_name?: string;
            /** @description Last name. Required for ACH payments, there at most 32 characters. */
            last_name?: string;
            /** @description Routing number of the bank, nine digits (ACH). */
            bank_routing_number?: string;
            /** @description Bank account number, 4 to 20 digits that are not all zeros (ACH). */
            bank_account_number?: string;
            /**
             * @description SEC code of an ACH payment. The account's default if it is not sent.
             * @enum {string}
             */
            ach_sec_code?: "CCD" | "PPD" | "WEB" | "TEL" | "POP" | "ARC" | "RCK" | "DEF";
            /**
             * @description Verify the bank account now (true) or not at all (false), whatever the account's rules are. Also with STORE.
             * @enum {string}
             */
            validate_ach_account?: "1" | "0" | "true" | "false";
            /** @description The transaction to capture, refund, reverse or, with reissue, charge again. */
            token_id?: string;
            /**
             * @description Charge the card or bank account of token_id again.
             * @enum {string}
             */
            reissue?: "1" | "0" | "true" | "false";
            /** @description Your group name for the transaction. Reports can filter by it. */
            group?: string;
            /** @description Description, shown on receipts and in reports. */
            transaction_description?: string;
            /** @description Your own id, such as an order number. */
            custom_id?: string;
            /** @description Any further data of yours. */
            custom_data?: string;
            /** @description Track 1, track 2 or both, as the card reader sent them. */
            card_tracks?: string;
            /** @description Name of the cashier. */
            cashier?: string;
            /** @description Check number. Required for POP, ARC and RCK; at most 9 characters for a POP sale. */
            check_number?: string;
            /** @description Street address. Used for AVS. */
            street_address1?: string;
            /** @description Second line of the street address. */
            street_address2?: string;
            /** @description City. */
            city?: string;
            /** @description State or province, two letters. */
            state?: string;
            /** @description ZIP or postal code. Used for AVS. */
            zip?: string;
            /** @description Country, two-letter ISO 3166-1 code. */
            country?: string;
            /**
             * @description Type of the bank account. checking if it is not sent.
             * @enum {string}
             */
            ach_account_type?: "checking" | "savings";
            /** @description Authorization code of a sale that was authorized by voice (FORCE). */
            authorization_code?: string;
            /**
             * @description Do not decline this payment because of its AVS result.
             * @enum {string}
             */
            disable_avs?: "1" | "0" | "true" | "false";
            /**
             * @description Do not decline this payment because of its CVV result.
             * @enum {string}
             */
            disable_cvv?: "1" | "0" | "true" | "false";
            /** @description Phone number of the customer. */
            phone?: string;
            /** @description Email address of the customer. */
            email?: string;
            /**
             * @description Send a receipt to the customer's email address.
             * @enum {string}
             */
            send_customer_receipt?: "1" | "0" | "true" | "false";
            /**
             * @description Send a receipt to the merchant's email address.
             * @enum {string}
             */
            send_merchant_receipt?: "1" | "0" | "true" | "false";
            /** @description IPv4 address of the customer. */
            ip_address?: string;
            /** @description Name of the function that a JSONP answer calls. */
            jsonp?: string;
            /**
             * @description Accept an approval for less than the amount.
             * @enum {string}
             */
            allow_partial?: "1" | "0" | "true" | "false";
            /** @description Must be the currency of the account, such as USD. */
            currency?: string;
            /**
             * @description Kind of payment.
             * @enum {string}
             */
            payment_type?: "ECOMMERCE" | "INSTALLMENT" | "RECURRING" | "MOTO";
            /** @description Number of this installment. */
            installment_number?: string;
            /** @description Number of installments in total. */
            installment_count?: string;
            /** @description Your id of the series of recurring payments. */
            recurring_id?: string;
            /** @description Company of the customer. */
            company?: string;
            /** @description Your name for the source of the payment, such as a counter. */
            input_group?: string;
            /** @description Invoice data. */
            invoice_entry?: string;
            /** @description Level 2: sales tax. It is part of the amount. Variables of Level 2 and restaurants are an extension of Sixdoors. */
            level2_tax?: string;
            /** @description Level 2: ZIP code of the destination. */
            level2_zip?: string;
            /** @description Level 2: your order or purchase order number. */
            level2_order_id?: string;
            /** @description Level 2: your reference, such as a customer code. */
            level2_merchant_reference?: string;
            /** @description Restaurants: number of the server. */
            restaurant_server_id?: string;
            /** @description Restaurants: tip. It is part of the amount. */
            restaurant_gratuity?: string;
            /**
             * @description Charge even if the account's guard against duplicates would refuse the payment. An extension of Sixdoors.
             * @enum {string}
             */
            allow_duplicate?: "1" | "0" | "true" | "false";
            /** @description Encrypted payload of a device, as the parser accepts it. */
            device_payload?: string;
            /**
             * @description Type of the device. Required with device_payload.
             * @enum {string}
             */
            device_type?: "generic" | "vendora" | "vendorb-ra1" | "vendorb-rba" | "vendorc" | "vendord" | "vendore" | "vendorf" | "vendorf2" | "idtech" | "ingenico-ra1" | "ingenico-rba" | "miura" | "prima" | "verifone" | "wisepad" | "wisepad2";
            /** @description Serial number of the device, if the payload does not contain it. */
            device_serial?: string;
            /** @description Key serial number, if the payload does not contain it. */
            ksn?: string;
            /**
             * @description Send the ACH entry on the same day (true) or not (false), whatever the account's setting is. Beyond the contract.
             * @enum {string}
             */
            ach_same_day?: "1" | "0" | "true" | "false";
        };
        /** @description The merchant's account. */
        PosAccount: {
            /** @description The id of the account. */
            id: number;
            /** @description The name of the shop, as receipts show it. */
            name: string;
            /**
             * @description The IANA name of the account's time zone.
             * @example America/New_York
             */
            time_zone: string;
            /** @description The merchant's address for receipts. */
            receipt_email: string | null;
            /**
             * @description The ISO 4217 code of the currency.
             * @example USD
             */
            currency: string;
            /** @description Whether taxes are computed before the discount. */
            tax_before_discount: boolean;
        };
        /** @description The fields of the account that change. */
        PosAccountUpdate: {
            /** @description The name. */
            name?: string;
            /** @description The merchant's address for receipts. A blank value removes it. */
            receipt_email?: string;
            /** @description The IANA name of the time zone, such as America/Chicago. */
            time_zone?: string;
            /** @description Whether taxes are computed before the discount. */
            tax_before_discount?: boolean;
        };
        /** @description An error of the point of sale. */
        PosError: {
            /** @description What was wrong. */
            detail: string;
        };
        /** @description All invalid fields of a request. */
        PosFieldErrors: {
            /** @description The messages for each invalid field, by the name of the field. */
            errors: {
                [key: string]: string[];
            };
        };
        /** @description The login of a user of the point of sale. */
        PosLogin: {
            /**
             * @description The id of the account, up to 12 digits.
             * @example 120000000001
             */
            account_id: number;
            /** @description The email address, by which the user logs in. */
            email: string;
            /** @description The password. The name has three s: this is how the contract spells it. */
            passsword: string;
        };
        /** @description The token of the link and a new password. */
        PosNewPassword: {
            /** @description The token of the link. */
            reset_token: string;
            /** @description The new password, at least 12 characters. */
            password: string;
        };
        /** @description The old and the new password. */
        PosPasswordChange: {
            /** @description The current password. */
            old_password: string;
            /** @description The new password, at least 12 characters. */
            password: string;
        };
        /** @description The user who has forgotten the password. */
        PosPasswordResetRequest: {
            /**
             * @description The id of the account, up to 12 digits.
             * @example 120000000001
             */
            account_id: number;
            /** @description The email address, by which the user logs in. */
            email: string;
        };
        /** @description The same text for every user. */
        PosPasswordResetResponse: {
            /** @description What happens next. */
            detail: string;
        };
        /** @description A session of the point of sale. */
        PosSession: {
            /**
             * Format: uuid
             * @description The session token for the query string of all other calls.
             */
            token: string;
            user: components["schemas"]["PosUser"];
            account: components["schemas"]["PosAccount"];
        };
        /** @description A user of the point of sale. */
        PosUser: {
            /** @description The id of the user. */
            id: number;
            /** @description The first name. Empty if there is none. */
            first_name: string;
            /** @description The last name. Empty if there is none. */
            last_name: string;
            /** @description The email address, by which the user logs in. */
            email: string;
            /**
             * @description What the user may do.
             * @enum {string}
             */
            role: "admin" | "manager" | "cashier";
            /** @description false: the user is locked out. */
            is_active: boolean;
            /**
             * Format: date-time
             * @description When the user was created, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the user was last changed, UTC.
             */
            updated_at: string;
        };
        /** @description A page of records. */
        PosUserList: {
            /** @description The number of records on all pages. */
            count: number;
            /** @description false if there are more records than count. */
            count_is_exact?: boolean;
            /** @description The path of the next page, with its query string. */
            next: string | null;
            /** @description The path of the previous page, with its query string. */
            previous: string | null;
            /** @description The records of this page. */
            results: components["schemas"]["PosUser"][];
        };
        /** @description The fields that change. */
        PosUserUpdate: {
            /** @description The email address, by which the user logs in. */
            email?: string;
            /**
             * @description What the user may do.
             * @enum {string}
             */
            role?: "admin" | "manager" | "cashier";
            /** @description The first name. */
            first_name?: string;
            /** @description The last name. */
            last_name?: string;
            /** @description The password, at least 12 characters. */
            password?: string;
            /** @description false locks the user out. */
            is_active?: boolean;
        };
        /** @description Whether the process can take requests. */
        Readiness: {
            /** @description ready, or why the process is not ready. */
            status: string;
            /** @description The results of all checks. */
            checks: components["schemas"]["ReadinessCheck"][];
        };
        /** @description The result of one check. */
        ReadinessCheck: {
            /** @description What is checked. */
            name: string;
            /**
             * @description A failing check makes the process not ready.
             * @enum {string}
             */
            level: "ok" | "warning" | "failing";
            /** @description Why the check is not ok. */
            reason?: string;
        };
        /** @description A receipt that is sent. */
        Receipt: {
            /** @description The id of the sale. */
            id: number;
            /** @description Where the receipt goes. */
            email: string;
        };
        /** @description The id of a record. */
        RecordId: {
            /** @description The id of the record. */
            id: string;
        };
        /** @description Refers to another record by its id, or by a name that only one record has. If you send both, the id counts. */
        RecordReference: {
            /** @description The id of the record. */
            id?: string;
            /** @description The name of the record. */
            name?: string;
        };
        /** @description Returns an amount or, without an amount, all that is left. */
        RefundRequest: components["schemas"]["AccountLogin"] & components["schemas"]["PaymentVariables"] & {
            /**
             * @description What to do.
             * @enum {string}
             */
            transaction_type: "REFUND";
            /**
             * @description If you send it, it must be that of token_id.
             * @enum {string}
             */
            tender_type?: "CARD" | "ACH";
            /** @description The transaction to capture, refund, reverse or, with reissue, charge again. */
            token_id: string;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            transaction_type: "REFUND";
        };
        /** @description A report in JSON. */
        Report: {
            /** @description The name of the API. */
            api: string;
            /** @description The version of the API. */
            version: string;
            /** @description The records. */
            transactions: components["schemas"]["ReportTransaction"][];
            /** @description The number of records. */
            count: number;
        };
        /** @description What a report shows. The criteria combine. */
        ReportRequest: components["schemas"]["AccountLogin"] & {
            /** @description ACH transactions that settle on this day. Requires `tender_type=ACH`. */
            ach_settle_date?: string;
            /** @description ACH updates of this day, one record each. `?` stands for one character, `*` for any number of them. */
            action_date?: string;
            /**
             * @description Transactions of exactly this amount.
             * @example 12.34
             */
            amount?: string;
            /**
             * @description At most this amount. Requires `amount_min`.
             * @example 12.34
             */
            amount_max?: string;
            /**
             * @description At least this amount. Requires `amount_max`.
             * @example 12.34
             */
            amount_min?: string;
            /**
             * @description Show `batch_date` and `batch_id`.
             * @enum {string}
             */
            batch_detail?: "1" | "0" | "true" | "false";
            /** @description The cashier. `?` stands for one character, `*` for any number of them. */
            cashier?: string;
            /** @description Your own id of the payment. `?` stands for one character, `*` for any number of them. */
            custom_id?: string;
            /**
             * @description The date that `start_date` and `end_date` refer to. The transaction date if it is not sent.
             * @enum {string}
             */
            date?: "ACTION" | "BATCH";
            /** @description The first day, or a moment with an offset such as `+00:00`. */
            start_date?: string;
            /** @description The last day, which is included, or a moment with an offset. */
            end_date?: string;
            /** @description The group of the payment. `?` stands for one character, `*` for any number of them. */
            group?: string;
            /**
             * @description Show `ach_settle_date`.
             * @enum {string}
             */
            include_ach_settle_date?: "1" | "0" | "true" | "false";
            /** @description First name, space, last name. `?` stands for one character, `*` for any number of them. */
            name?: string;
            /**
             * @description Show Level 2 and restaurant data: the columns `level2_…` and `restaurant_…`. An extension of Sixdoors.
             * @enum {string}
             */
            purchase_detail?: "1" | "0" | "true" | "false";
            /**
             * @description Show the reportable fields of payment forms.
             * @enum {string}
             */
            reportable_fields?: "1" | "0" | "true" | "false";
            /**
             * @description The format of the report.
             * @default CSV
             * @enum {string}
             */
            response_format?: "CSV" | "JSON" | "XML";
            /**
             * @description Approved or declined transactions. Both if it is not sent.
             * @enum {string}
             */
            status?: "APPROVED" | "DECLINED";
            /**
             * @description Card or ACH transactions, or both (ALL).
             * @default ALL
             * @enum {string}
             */
            tender_type?: "ALL" | "CARD" | "ACH" | "EBT" | "GIFT";
            /** @description A day or a second. Yesterday if no date is sent. `?` stands for one character, `*` for any number of them. */
            transaction_date?: string;
            /** @description One transaction, of any date. */
            transaction_id?: string;
            /**
             * @description Show `authorization_date_utc`.
             * @enum {string}
             */
            utc_time?: "1" | "0" | "true" | "false";
            /** @description For agents: `all`, or a comma-separated list of the accounts below. */
            sub_account_ids?: string;
        };
        /** @description One record of a report. */
        ReportTransaction: {
            /** @description The account of the transaction. */
            account_id: string;
            /** @description ACH only. The return code, once the entry is batched. */
            ach_return_code: string;
            /** @description Only with `include_ach_settle_date`. ACH only. `YYYY-MM-DD HH:MM`. */
            ach_settle_date?: string;
            /** @description ACH only. The day of the update, in a report by `action_date`. */
            action_date: string;
            /** @description The processor's code. */
            authorization_code: string;
            /** @description When the transaction was started: `YYYY-MM-DD HH:MM:SS`. */
            authorization_date: string;
            /** @description Only with `utc_time`. The same in UTC. */
            authorization_date_utc?: string;
            /** @description APPROVED, CAPTURED, REFUND, VOID, CREDIT or the processor's message. For ACH: PENDING, BATCHED, NOT BATCHED, VOID or the status of the update. */
            authorization_msg: string;
            /** @description CARD only. The AVS result code. */
            avs_response: string;
            /** @description Only with `batch_detail`. `YYYY-MM-DD HH:MM`, always in US Central time. */
            batch_date?: string;
            /** @description Only with `batch_detail`. 1 to 9999, counted for each account, for cards and for ACH separately. */
            batch_id?: string;
            /** @description VISA, MASTERCARD, AMERICAN EXPRESS, DISCOVER, ACH, EBT. */
            card_brand: string;
            /** @description CARD only. MMYY. */
            card_expiration: string;
            /** @description The cashier, as sent. */
            cashier: string;
            /** @description The customer's city. */
            city: string;
            /** @description The customer's company. */
            company: string;
            /** @description The customer's country. */
            country: string;
            /** @description The merchant's own id, as sent. */
            custom_id: string;
            /** @description CARD only. The CVV result code. */
            cvv2_response: string;
            /** @description The description, as sent. */
            description: string;
            /** @description The customer's email address. */
            email: string;
            /** @description KEYED, SWIPED, EMV, CONTACTLESS, FALLBACK SWIPED. */
            entry_mode: string;
            /** @description The transaction group, as sent. */
            group: string;
            /** @description The input group, as sent. */
            input_group: string;
            /** @description The invoice lines, joined by `&`. */
            invoice_entry: string;
            /** @description The customer's IP address. */
            ip_address: string;
            /** @description Whether the number was typed. */
            keyed: boolean;
            /** @description The last four digits of the card or bank account. */
            last4: string;
            /** @description First name, space, last name; at most 100 characters. */
            name: string;
            /** @description ACH only. The content of a notification of change. */
            noc_data: string;
            /** @description The customer's phone number. */
            phone: string;
            /** @description The recurring payment, as sent. */
            recurring_id: string;
            /** @description What can still be refunded. */
            refund_balance: number;
            /** @description The ids of its effective refunds, credits and reversals, separated by a pipe, the newest last. For an ACH credit: the sale that it pays back. */
            refund_id: string;
            /** @description The customer's state. */
            state: string;
            /** @description The customer's street address. */
            street_address1: string;
            /** @description Whether the magnetic stripe was read. */
            swiped: boolean;
            /** @description CARD or ACH. */
            tender_type: string;
            /** @description The zone of the times, such as EST or EDT. If its abbreviation is longer than three letters, the offset from UTC in hours, such as -09; empty if that offset is not in whole hours. */
            time_zone: string;
            /** @description The processor's or bank's number, if there is one. */
            trace_num: string;
            /** @description The amount, with two decimals. */
            transaction_amount: number;
            /** @description 12 digits. */
            transaction_id: string;
            /** @description AUTHORIZATION, SALE, REFUND, CREDIT, CAPTURE, SETTLE-BATCH, STORE, FORCE. */
            transaction_type: string;
            /** @description The payment's `custom_data`. */
            user_data: string;
            /** @description The customer's ZIP code. */
            zip: string;
            /** @description Only with `purchase_detail`. Sales tax with two decimals, as part of the amount. Empty if it was not sent. */
            level2_tax?: number | "";
            /** @description Only with `purchase_detail`. The ZIP code of the destination, as sent. */
            level2_zip?: string;
            /** @description Only with `purchase_detail`. The merchant's order, as sent. */
            level2_order_id?: string;
            /** @description Only with `purchase_detail`. The merchant's reference, as sent. */
            level2_merchant_reference?: string;
            /** @description Only with `purchase_detail`. The server, as sent. */
            restaurant_server_id?: string;
            /** @description Only with `purchase_detail`. The tip with two decimals, as part of the amount. Empty if it was not sent. */
            restaurant_gratuity?: number | "";
        };
        /** @description Cancels a transaction before its batch. An amount must equal the transaction's. */
        ReversalRequest: components["schemas"]["AccountLogin"] & components["schemas"]["PaymentVariables"] & {
            /**
             * @description What to do.
             * @enum {string}
             */
            transaction_type: "REVERSAL";
            /**
             * @description If you send it, it must be that of token_id.
             * @enum {string}
             */
            tender_type?: "CARD" | "ACH";
            /** @description The transaction to capture, refund, reverse or, with reissue, charge again. */
            token_id: string;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            transaction_type: "REVERSAL";
        };
        /** @description A sale of the point of sale. */
        Sale: {
            /** @description The id of the sale. */
            id: number;
            /**
             * @description The status of the sale.
             * @enum {string}
             */
            status: "pending" | "completed" | "declined" | "failed" | "partially_refunded" | "refunded";
            /**
             * @description How it was paid.
             * @enum {string}
             */
            payment_method: "cash" | "card";
            /** @description The gateway's transaction id. null for cash. */
            transaction_id: string | null;
            /** @description The brand of the card. null for cash. */
            card_brand: string | null;
            /** @description The last four digits of the card. null for cash. */
            last4: string | null;
            /** @description The card host's message. null for cash. */
            message: string | null;
            /** @description The user who sold. */
            user_id: number;
            /** @description The name of the user who sold. */
            cashier: string;
            /** @description The ISO 4217 code of the currency. */
            currency: string;
            /**
             * @description The sum of all lines. A decimal number with two decimals.
             * @example 112.70
             */
            subtotal: string;
            /**
             * @description The discount. A decimal number with two decimals.
             * @example 112.70
             */
            discount: string;
            /**
             * @description The sum of all taxes. A decimal number with two decimals.
             * @example 112.70
             */
            tax: string;
            /** @description The tax at each rate. */
            taxes: components["schemas"]["SaleTax"][];
            /**
             * @description The tip. A decimal number with two decimals.
             * @example 112.70
             */
            tip: string;
            /**
             * @description Subtotal less discount, plus taxes and tip. A decimal number with two decimals.
             * @example 112.70
             */
            total: string;
            /**
             * @description What was refunded so far. A decimal number with two decimals.
             * @example 112.70
             */
            refunded: string;
            /** @description Where the customer's receipt went. */
            customer_email: string | null;
            /** @description Where the merchant's receipt went. */
            merchant_email: string | null;
            /** @description The lines. */
            line_items: components["schemas"]["SaleLine"][];
            /** @description The refunds. */
            refunds: components["schemas"]["SaleRefund"][];
            /**
             * Format: date-time
             * @description When it was sold, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed, UTC.
             */
            updated_at: string;
        };
        /** @description A line of a sale. */
        SaleLine: {
            /** @description The id of the line. */
            id: number;
            /** @description The catalog item at its price. null for a custom line. */
            item_id: number | null;
            /** @description The catalog item at every price. null for a custom line. */
            canonical_id: number | null;
            /** @description The category of the catalog item. */
            category_id: number | null;
            /** @description What was sold. */
            name: string;
            /**
             * @description The price of one. A decimal number with two decimals.
             * @example 112.70
             */
            price: string;
            /** @description How many were sold. */
            quantity: number;
            /**
             * @description Price times quantity. A decimal number with two decimals.
             * @example 112.70
             */
            amount: string;
            /** @description Notes, as sent. */
            notes: string;
            /** @description The tax rates of the line. */
            tax_rate_ids: number[];
            /** @description The path of the photo. */
            photo_url: string | null;
            /** @description Whether the line was refunded. */
            is_refunded: boolean;
        };
        /** @description A page of records. */
        SaleList: {
            /** @description The number of records on all pages. */
            count: number;
            /** @description false if there are more records than count. */
            count_is_exact?: boolean;
            /** @description The path of the next page, with its query string. */
            next: string | null;
            /** @description The path of the previous page, with its query string. */
            previous: string | null;
            /** @description The records of this page. */
            results: components["schemas"]["Sale"][];
        };
        /** @description A refund of a sale. */
        SaleRefund: {
            /** @description The id of the refund. */
            id: number;
            /**
             * @description The status of the refund.
             * @enum {string}
             */
            status: "pending" | "completed" | "declined" | "failed";
            /**
             * @description The refunded amount. A decimal number with two decimals.
             * @example 112.70
             */
            amount: string;
            /** @description The gateway's transaction id. null for cash. */
            transaction_id: string | null;
            /** @description The refunded lines, if lines were refunded. */
            line_items: number[];
            /** @description The user who refunded. */
            user_id: number;
            /**
             * Format: date-time
             * @description When it was refunded, UTC.
             */
            created_at: string;
        };
        /** @description Charges the customer. The card is `device_payload`, `card_tracks`, `card_number` with `card_expiration`, or `token_id` with `reissue=1`. A bank account is `bank_routing_number` and `bank_account_number` with `first_name` and `last_name`. */
        SaleRequest: components["schemas"]["AccountLogin"] & components["schemas"]["PaymentVariables"] & {
            /**
             * @description What to do.
             * @enum {string}
             */
            transaction_type: "SALE";
            /**
             * @description Card or bank account.
             * @enum {string}
             */
            tender_type: "CARD" | "ACH";
            /**
             * @description Amount with up to two decimals, at most 999999.99. A refund without it returns all that is left.
             * @example 12.34
             */
            transaction_amount: string;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            transaction_type: "SALE";
        };
        /** @description The tax of a sale at one rate. */
        SaleTax: {
            /** @description The tax rate. */
            tax_rate_id: number;
            /** @description The name of the tax rate. */
            name: string;
            /**
             * @description The percentage.
             * @example 8.875
             */
            amount: string;
            /**
             * @description The tax. A decimal number with two decimals.
             * @example 112.70
             */
            tax: string;
        };
        /** @description Closes the account's open card batch. */
        SettleBatchRequest: components["schemas"]["AccountLogin"] & components["schemas"]["PaymentVariables"] & {
            /**
             * @description What to do.
             * @enum {string}
             */
            transaction_type: "SETTLE-BATCH";
            /**
             * @description Only cards have this type.
             * @enum {string}
             */
            tender_type?: "CARD";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            transaction_type: "SETTLE-BATCH";
        };
        /** @description Gets an id for a new payment, or looks up a transaction. */
        StatusRequest: components["schemas"]["TransactionIdRequest"] | components["schemas"]["TransactionStatusRequest"];
        /** @description A new id, or the status of a transaction. Without an error, `error` is false. */
        StatusResponse: {
            /** @description The id of the transaction, 12 digits. */
            transaction_id?: string;
            /**
             * @description When the transaction was started: YYYY-MM-DD HH:MM:SS in the account's time zone.
             * @example 2026-11-15 12:00:00
             */
            transaction_timestamp?: string;
            /** @description IN PROGRESS: ask again. NOT SENT: nothing was charged, and the id is used up. Any other: the outcome. */
            authorization_message?: string;
            /** @description The amount, in the account's currency. */
            transaction_amount?: number;
            /** @description The cashier, as sent. */
            cashier?: string | null;
            /** @description Whether the transaction was approved. */
            transaction_approved?: boolean;
            /** @description Whether a transaction was started with this id. */
            found?: boolean;
            /** @description Whether the request failed or was declined. */
            error: boolean;
            /** @description 0 if there is no error. */
            error_code: number;
            /** @description What was wrong. null if there is no error. */
            error_message: string | null;
            /** @description The same text as error_message. */
            error_msg: string | null;
        };
        /** @description Stores a card or bank account for later. Nobody is asked. The card is `device_payload`, `card_tracks`, `card_number` with `card_expiration`, or `token_id` with `reissue=1`. A bank account is `bank_routing_number` and `bank_account_number` with `first_name` and `last_name`. */
        StoreRequest: components["schemas"]["AccountLogin"] & components["schemas"]["PaymentVariables"] & {
            /**
             * @description What to do.
             * @enum {string}
             */
            transaction_type: "STORE";
            /**
             * @description Card or bank account.
             * @enum {string}
             */
            tender_type: "CARD" | "ACH";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            transaction_type: "STORE";
        };
        /** @description A tax rate of the catalog. */
        TaxRate: {
            /** @description The id of the tax rate. */
            id: number;
            /** @description The name of the tax rate. */
            name: string;
            /**
             * @description A percentage with up to 4 decimals.
             * @example 8.875
             */
            amount: string;
        };
        /** @description A page of records. */
        TaxRateList: {
            /** @description The number of records on all pages. */
            count: number;
            /** @description false if there are more records than count. */
            count_is_exact?: boolean;
            /** @description The path of the next page, with its query string. */
            next: string | null;
            /** @description The path of the previous page, with its query string. */
            previous: string | null;
            /** @description The records of this page. */
            results: components["schemas"]["TaxRate"][];
        };
        /** @description The fields that change. */
        TaxRateUpdate: {
            /** @description The name. */
            name?: string;
            /**
             * @description A percentage with up to 4 decimals.
             * @example 8.875
             */
            amount?: string;
        };
        /** @description Gets an id for a new payment. */
        TransactionIdRequest: components["schemas"]["AccountLogin"] & {
            /**
             * @description Get an id.
             * @enum {string}
             */
            action: "GET_TRANSACTION_ID";
            /**
             * @description The format of the answer. FORM if it is not sent.
             * @default FORM
             * @enum {string}
             */
            response_format?: "FORM" | "JSON" | "JSONP" | "DEBUG";
            /** @description The function that a JSONP answer calls. callback if it is not sent. */
            jsonp?: string;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "GET_TRANSACTION_ID";
        };
        /** @description Looks up a transaction. */
        TransactionStatusRequest: components["schemas"]["AccountLogin"] & {
            /**
             * @description Look up a transaction.
             * @enum {string}
             */
            action: "GET_TRANSACTION_STATUS";
            /** @description The id of the transaction, 12 digits. */
            transaction_id: string;
            /**
             * @description The format of the answer. FORM if it is not sent.
             * @default FORM
             * @enum {string}
             */
            response_format?: "FORM" | "JSON" | "JSONP" | "DEBUG";
            /** @description The function that a JSONP answer calls. callback if it is not sent. */
            jsonp?: string;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "GET_TRANSACTION_STATUS";
        };
        /** @description A user of a partner or client. */
        User: {
            /** @description The id, digits. */
            id: string;
            /** @description Unique among all users. It cannot contain a colon, because Basic authentication ends a name there. */
            userName: string;
            /** @description The user's first name. */
            firstName: string;
            /** @description The user's last name. */
            lastName: string;
            /** @description The user's email address. */
            email: string;
            /** @description The user's phone number. */
            phone: string;
            /** @description A client's user has a client role. You cannot assign a role above your own. */
            userRole: string;
            /** @description false locks the user out. */
            isActive: boolean;
            /** @description The partner of the user, or the direct partner of the user's client. */
            partner: components["schemas"]["NamedRecord"];
            /** @description The client of the user. Absent for a partner's own user. */
            client?: components["schemas"]["NamedRecord"];
            /** @description The number of updates so far. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created, UTC.
             */
            created: string;
            /**
             * Format: date-time
             * @description When it was last changed, UTC.
             */
            modified: string;
        };
        /** @description A page of records, and the number of records on all pages. */
        UserList: {
            /** @description The number of records on all pages. */
            total: number;
            /** @description The records of this page. */
            data: components["schemas"]["UserListItem"][];
        };
        /** @description A user of a partner or client. As an element of a list. */
        UserListItem: {
            /** @description The id, digits. */
            id: string;
            /** @description Unique among all users. It cannot contain a colon, because Basic authentication ends a name there. */
            userName: string;
            /** @description The user's first name. */
            firstName: string;
            /** @description The user's last name. */
            lastName: string;
            /** @description The user's email address. */
            email: string;
            /** @description The user's phone number. */
            phone: string;
            /** @description A client's user has a client role. You cannot assign a role above your own. */
            userRole: string;
            /** @description false locks the user out. */
            isActive: boolean;
            /** @description The partner of the user, or the direct partner of the user's client. */
            partner: components["schemas"]["NamedRecord"];
            /** @description The client of the user. Absent for a partner's own user. */
            client?: components["schemas"]["NamedRecord"];
            /** @description The number of updates so far. */
            version: number;
        };
        /** @description The members of a user that change. */
        UserUpdate: {
            /** @description Unique among all users. It cannot contain a colon, because Basic authentication ends a name there. */
            userName?: string;
            /** @description The user's first name. */
            firstName?: string;
            /** @description The user's last name. */
            lastName?: string;
            /** @description The user's email address. */
            email?: string;
            /** @description The user's phone number. */
            phone?: string;
            /**
             * @description A client's user has a client role. You cannot assign a role above your own.
             * @enum {string}
             */
            userRole?: "System Admin" | "System User" | "Kif User" | "Partner User" | "Client Admin" | "Client User" | "Client Custodian" | "Client Procurement";
            /** @description false locks the user out. */
            isActive?: boolean;
            /**
             * @description Sends an email with a link to set the password. The link works once, within three days.
             * @default false
             */
            sendWelcomeEmail?: boolean;
            /** @description If you send it, it must be the current version; otherwise nothing changes. */
            version?: number;
        };
        /** @description The release and environment. */
        Version: {
            /** @description The name of the product. */
            product: string;
            /** @description The release. */
            version: string;
            /** @description The number of database migrations. */
            schema: number;
            /** @description certification or production. */
            environment: string;
            /** @description The version of Node. */
            node: string;
        };
        /** @description An event of a transaction. */
        WebhookEvent: {
            /**
             * @description The account of the transaction.
             * @example 120000000001
             */
            account_id: string;
            /** @description The time of this attempt, in Unix seconds. */
            timestamp: number;
            /** @description SHA-256 of `account_id,secret,timestamp`. Check the signature instead. */
            hash: string;
            /**
             * @description - `transaction.approved`: A request of any type was approved. A STORE has no `transaction_approved`.
             *     - `transaction.declined`: A request was declined.
             *     - `transaction.failed`: A request was refused, could not be sent to the card host, or its outcome is not known yet.
             *     - `transaction.reconciled`: The outcome of a request that was answered with 50000 is known.
             *     - `transaction.settled`: A batch includes the card transaction: the fields of its last answer except `balance`, with `batch_id`. For ACH, nobody returned the entry in time: authorization_message `SETTLED\FUNDED`, with `action_date`.
             *     - `transaction.reversed`: An authorization expired and was reversed. The event has the authorization's id and transaction_type REVERSAL; `transaction_approved` is true because the reversal succeeded.
             *     - `transaction.returned`: A bank returned an ACH entry: not approved, `DECLINED\RETURNED`, with `action_date` and `ach_return_code`, and with `ach_retry_date` if it is presented again. If operators reversed it, `ach_reversed` is true and there is no code.
             *     - `transaction.rejected`: An ACH entry was rejected: not approved, `DECLINED\ERRORS`, with `action_date`, and with `ach_return_code` if the ACH operator rejected it.
             *     - `transaction.changed`: A bank reported changed bank details: `noc_data`, with `action_date`, and `account_updated`: whether later entries use them.
             *     - `webhook.test`: A user sent a test event from the console.
             * @enum {string}
             */
            event: "transaction.approved" | "transaction.declined" | "transaction.failed" | "transaction.reconciled" | "transaction.settled" | "transaction.reversed" | "transaction.returned" | "transaction.rejected" | "transaction.changed" | "webhook.test";
            transaction: components["schemas"]["WebhookTransaction"];
        };
        /** @description The fields of a payment answer, and those that only events have. */
        WebhookTransaction: {
            /** @description For a refund or reversal: the payment that it changes. */
            original_transaction_id?: string;
            /** @description 12 digits. A capture has the id of its authorization. */
            transaction_id?: string;
            /** @description CARD or ACH. */
            tender_type?: string | null;
            /**
             * @description YYYY-MM-DD HH:MM:SS in the account's time zone.
             * @example 2026-11-15 12:00:00
             */
            transaction_timestamp?: string;
            /** @description VISA, MASTERCARD, AMERICAN EXPRESS, DISCOVER or ACH. */
            card_brand?: string | null;
            /** @description The type of the request, as sent. */
            transaction_type?: string;
            /** @description The last four digits of the card or bank account number. */
            last4?: string | null;
            /** @description The expiration date of the card, MMYY. null for ACH. */
            card_expiration?: string | null;
            /** @description The card host's code. Null if declined. */
            authorization_code?: string | null;
            /** @description APPROVED or another success message, or the reason of a decline. */
            authorization_message?: string | null;
            /** @description The requested amount, in the account's currency. */
            request_amount?: number;
            /** @description The amount of the transaction. Less than request_amount after a partial approval. */
            transaction_amount?: number;
            /** @description The customer's first name. */
            first_name?: string | null;
            /** @description The customer's last name. */
            last_name?: string | null;
            /** @description Whether the number was typed. */
            keyed?: boolean;
            /** @description Whether the magnetic stripe was read. */
            swiped?: boolean;
            /** @description How the card or bank account was entered. Null for SETTLE-BATCH. */
            entry_mode?: ("KEYED" | "SWIPED" | "EMV" | "CONTACTLESS" | "FALLBACK SWIPED") | null;
            /** @description Whether the request was approved. Check this, not the HTTP status or a message. */
            transaction_approved?: boolean;
            /** @description The AVS result code. */
            avs_response?: string;
            /** @description The CVV result code. */
            cvv2_response?: string;
            /** @description The description, as sent. */
            transaction_description?: string;
            /** @description For a new payment: the amount that can be refunded. */
            balance?: number;
            /** @description For SETTLE-BATCH: the number of the closed batch. */
            batch_id?: number;
            /** @description Always null. */
            reason_code?: string | null;
            /** @description Always null. */
            network?: string | null;
            /** @description Always null. */
            gateway_id?: string | null;
            /** @description The account's currency, such as USD. */
            currency?: string;
            /** @description For ACH: the check number, if it was sent. */
            check_number?: string;
            /** @description For ACH, if the account uses verification: whether the bank account was verified now. */
            ach_verification_passed?: boolean;
            /**
             * @description For ACH, if the account uses verification: its result.
             * @example Accepted
             * @example Previously verified
             */
            ach_verification_message?: string;
            /** @description For ACH, if the entry was to go out on the same day: whether it does. Beyond the contract. */
            ach_same_day?: boolean;
            /**
             * @description For ACH, if the entry was to go out on the same day: the result. Beyond the contract.
             * @example Same day
             * @example No same-day window is left today
             */
            ach_same_day_message?: string;
            /** @description Your own id of the payment: the request's, or its original's. Absent if there is none. */
            custom_id?: string;
            /**
             * Format: date
             * @description For an event of an ACH entry: the day of the update.
             */
            action_date?: string;
            /**
             * @description For a return, rejection or change of an ACH entry: the bank's code.
             * @example R01
             */
            ach_return_code?: string;
            /** @description The corrected bank details that the bank reported. */
            noc_data?: string;
            /** @description For transaction.returned: true if an operator reversed the entry. Then there is no return code. */
            ach_reversed?: boolean;
            /**
             * Format: date
             * @description For transaction.returned: the day from which the debit is presented again.
             */
            ach_retry_date?: string;
            /** @description How often the debit was presented again before this event. */
            ach_retry_number?: number;
            /** @description For transaction.changed: whether later entries use the corrected bank details. */
            account_updated?: boolean;
            /** @description The name of the hosted form that took the payment. */
            form?: string;
            /** @description The values of the hosted form's own fields, by their names. */
            form_fields?: {
                [key: string]: string;
            };
            /** @description True in an event that a user sent from the console to try an endpoint. Nothing happened, and transaction_id is 000000000000. Absent in all other events. */
            test?: boolean;
            /** @description Only in webhook.test, which has no other member. */
            message?: string;
            /** @description With error 20040: the payment that this request is a duplicate of. An extension of Sixdoors. */
            first_transaction_id?: string;
            /** @description Whether the request failed or was declined. */
            error?: boolean;
            /** @description 0 if there is no error. */
            error_code?: number;
            /** @description What was wrong. null if there is no error. */
            error_message?: string | null;
            /** @description The same text as error_message. */
            error_msg?: string | null;
        };
    };
    responses: {
        /** @description Invalid fields. All of them are listed, and nothing was stored. */
        PosBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PosFieldErrors"];
            };
        };
        /** @description The token is missing, unknown or expired. */
        PosUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PosError"];
            };
        };
        /** @description The form is too large. */
        PosPayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PosError"];
            };
        };
        /** @description The body is not a form, or a file is where none belongs. */
        PosUnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PosError"];
            };
        };
        /** @description Too many requests, or too many failed logins. */
        PosTooManyRequests: {
            headers: {
                /** @description The seconds to wait, if known. */
                "Retry-After"?: number;
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PosError"];
            };
        };
        /** @description Temporarily unavailable. Try again. */
        PosServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PosError"];
            };
        };
        /** @description Your role does not allow this call. */
        PosForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PosError"];
            };
        };
        /** @description No such record in this account. */
        PosNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PosError"];
            };
        };
        /** @description No valid credentials. */
        ManagementUnauthorized: {
            headers: {
                /** @description A challenge for Basic authentication. */
                "WWW-Authenticate"?: string;
                /** @description Why the login failed. Sent in certification only. */
                "X-Error-Detail"?: string;
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ManagementError"];
            };
        };
        /** @description Your role does not allow this call. */
        ManagementForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ManagementError"];
            };
        };
        /** @description Invalid attributes. All of them are listed, and nothing was changed. */
        ManagementConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ManagementValidationError"];
            };
        };
        /** @description Too many requests. */
        ManagementTooManyRequests: {
            headers: {
                /** @description The seconds to wait, if known. */
                "Retry-After"?: number;
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ManagementError"];
            };
        };
        /** @description Internal error. Try again. */
        ManagementInternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ManagementError"];
            };
        };
        /** @description The request body is larger than 1 MiB. */
        ManagementPayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ManagementError"];
            };
        };
        /** @description The request body is not application/json. */
        ManagementUnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ManagementError"];
            };
        };
        /** @description No such resource, or it is not visible to you. */
        ManagementNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ManagementError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The id of the request. Give it to the operator if you need help. */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type AccountLogin = components['schemas']['AccountLogin'];
export type ApiSecret = components['schemas']['ApiSecret'];
export type Attestation = components['schemas']['Attestation'];
export type AttestationList = components['schemas']['AttestationList'];
export type AttestationListItem = components['schemas']['AttestationListItem'];
export type AttestationResult = components['schemas']['AttestationResult'];
export type AttestedDevice = components['schemas']['AttestedDevice'];
export type AttributeError = components['schemas']['AttributeError'];
export type AuthorizationRequest = components['schemas']['AuthorizationRequest'];
export type CaptureRequest = components['schemas']['CaptureRequest'];
export type CardData = components['schemas']['CardData'];
export type Category = components['schemas']['Category'];
export type CategoryList = components['schemas']['CategoryList'];
export type CategoryUpdate = components['schemas']['CategoryUpdate'];
export type Client = components['schemas']['Client'];
export type ClientList = components['schemas']['ClientList'];
export type ClientListItem = components['schemas']['ClientListItem'];
export type ClientUpdate = components['schemas']['ClientUpdate'];
export type Country = components['schemas']['Country'];
export type CreditRequest = components['schemas']['CreditRequest'];
export type Device = components['schemas']['Device'];
export type DeviceList = components['schemas']['DeviceList'];
export type DeviceListItem = components['schemas']['DeviceListItem'];
export type DeviceReference = components['schemas']['DeviceReference'];
export type DeviceStateList = components['schemas']['DeviceStateList'];
export type DeviceStateReference = components['schemas']['DeviceStateReference'];
export type DeviceTypeList = components['schemas']['DeviceTypeList'];
export type DeviceTypeReference = components['schemas']['DeviceTypeReference'];
export type DeviceUpdate = components['schemas']['DeviceUpdate'];
export type EventDelivery = components['schemas']['EventDelivery'];
export type EventListRequest = components['schemas']['EventListRequest'];
export type EventRequest = components['schemas']['EventRequest'];
export type EventResponse = components['schemas']['EventResponse'];
export type EventSendRequest = components['schemas']['EventSendRequest'];
export type FirstLocation = components['schemas']['FirstLocation'];
export type ForceRequest = components['schemas']['ForceRequest'];
export type Item = components['schemas']['Item'];
export type ItemList = components['schemas']['ItemList'];
export type ItemUpdate = components['schemas']['ItemUpdate'];
export type Liveness = components['schemas']['Liveness'];
export type Location = components['schemas']['Location'];
export type LocationList = components['schemas']['LocationList'];
export type LocationListItem = components['schemas']['LocationListItem'];
export type LocationUpdate = components['schemas']['LocationUpdate'];
export type ManagementError = components['schemas']['ManagementError'];
export type ManagementValidationError = components['schemas']['ManagementValidationError'];
export type NamedRecord = components['schemas']['NamedRecord'];
export type NewApiSecret = components['schemas']['NewApiSecret'];
export type NewAttestation = components['schemas']['NewAttestation'];
export type NewCategory = components['schemas']['NewCategory'];
export type NewClient = components['schemas']['NewClient'];
export type NewClientContact = components['schemas']['NewClientContact'];
export type NewDevice = components['schemas']['NewDevice'];
export type NewItem = components['schemas']['NewItem'];
export type NewLocation = components['schemas']['NewLocation'];
export type NewPartner = components['schemas']['NewPartner'];
export type NewPartnerContact = components['schemas']['NewPartnerContact'];
export type NewPosUser = components['schemas']['NewPosUser'];
export type NewReceipt = components['schemas']['NewReceipt'];
export type NewRefund = components['schemas']['NewRefund'];
export type NewSale = components['schemas']['NewSale'];
export type NewTaxRate = components['schemas']['NewTaxRate'];
export type NewUser = components['schemas']['NewUser'];
export type NotFound = components['schemas']['NotFound'];
export type ParsedTrack = components['schemas']['ParsedTrack'];
export type ParserCall = components['schemas']['ParserCall'];
export type ParserCallList = components['schemas']['ParserCallList'];
export type ParserError = components['schemas']['ParserError'];
export type ParserMeta = components['schemas']['ParserMeta'];
export type ParserRequest = components['schemas']['ParserRequest'];
export type ParserResponse = components['schemas']['ParserResponse'];
export type Partner = components['schemas']['Partner'];
export type PartnerList = components['schemas']['PartnerList'];
export type PartnerListItem = components['schemas']['PartnerListItem'];
export type PartnerUpdate = components['schemas']['PartnerUpdate'];
export type PastEvent = components['schemas']['PastEvent'];
export type PaymentRequest = components['schemas']['PaymentRequest'];
export type PaymentResponse = components['schemas']['PaymentResponse'];
export type PaymentVariables = components['schemas']['PaymentVariables'];
export type PosAccount = components['schemas']['PosAccount'];
export type PosAccountUpdate = components['schemas']['PosAccountUpdate'];
export type PosError = components['schemas']['PosError'];
export type PosFieldErrors = components['schemas']['PosFieldErrors'];
export type PosLogin = components['schemas']['PosLogin'];
export type PosNewPassword = components['schemas']['PosNewPassword'];
export type PosPasswordChange = components['schemas']['PosPasswordChange'];
export type PosPasswordResetRequest = components['schemas']['PosPasswordResetRequest'];
export type PosPasswordResetResponse = components['schemas']['PosPasswordResetResponse'];
export type PosSession = components['schemas']['PosSession'];
export type PosUser = components['schemas']['PosUser'];
export type PosUserList = components['schemas']['PosUserList'];
export type PosUserUpdate = components['schemas']['PosUserUpdate'];
export type Readiness = components['schemas']['Readiness'];
export type ReadinessCheck = components['schemas']['ReadinessCheck'];
export type Receipt = components['schemas']['Receipt'];
export type RecordId = components['schemas']['RecordId'];
export type RecordReference = components['schemas']['RecordReference'];
export type RefundRequest = components['schemas']['RefundRequest'];
export type Report = components['schemas']['Report'];
export type ReportRequest = components['schemas']['ReportRequest'];
export type ReportTransaction = components['schemas']['ReportTransaction'];
export type ReversalRequest = components['schemas']['ReversalRequest'];
export type Sale = components['schemas']['Sale'];
export type SaleLine = components['schemas']['SaleLine'];
export type SaleList = components['schemas']['SaleList'];
export type SaleRefund = components['schemas']['SaleRefund'];
export type SaleRequest = components['schemas']['SaleRequest'];
export type SaleTax = components['schemas']['SaleTax'];
export type SettleBatchRequest = components['schemas']['SettleBatchRequest'];
export type StatusRequest = components['schemas']['StatusRequest'];
export type StatusResponse = components['schemas']['StatusResponse'];
export type StoreRequest = components['schemas']['StoreRequest'];
export type TaxRate = components['schemas']['TaxRate'];
export type TaxRateList = components['schemas']['TaxRateList'];
export type TaxRateUpdate = components['schemas']['TaxRateUpdate'];
export type TransactionIdRequest = components['schemas']['TransactionIdRequest'];
export type TransactionStatusRequest = components['schemas']['TransactionStatusRequest'];
export type User = components['schemas']['User'];
export type UserList = components['schemas']['UserList'];
export type UserListItem = components['schemas']['UserListItem'];
export type UserUpdate = components['schemas']['UserUpdate'];
export type Version = components['schemas']['Version'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookTransaction = components['schemas']['WebhookTransaction'];
export type ResponsePosBadRequest = components['responses']['PosBadRequest'];
export type ResponsePosUnauthorized = components['responses']['PosUnauthorized'];
export type ResponsePosPayloadTooLarge = components['responses']['PosPayloadTooLarge'];
export type ResponsePosUnsupportedMediaType = components['responses']['PosUnsupportedMediaType'];
export type ResponsePosTooManyRequests = components['responses']['PosTooManyRequests'];
export type ResponsePosServiceUnavailable = components['responses']['PosServiceUnavailable'];
export type ResponsePosForbidden = components['responses']['PosForbidden'];
export type ResponsePosNotFound = components['responses']['PosNotFound'];
export type ResponseManagementUnauthorized = components['responses']['ManagementUnauthorized'];
export type ResponseManagementForbidden = components['responses']['ManagementForbidden'];
export type ResponseManagementConflict = components['responses']['ManagementConflict'];
export type ResponseManagementTooManyRequests = components['responses']['ManagementTooManyRequests'];
export type ResponseManagementInternalServerError = components['responses']['ManagementInternalServerError'];
export type ResponseManagementPayloadTooLarge = components['responses']['ManagementPayloadTooLarge'];
export type ResponseManagementUnsupportedMediaType = components['responses']['ManagementUnsupportedMediaType'];
export type ResponseManagementNotFound = components['responses']['ManagementNotFound'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type $defs = Record<string, never>;
export interface operations {
    processPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Printable ASCII. The same request with the same key gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["PaymentRequest"];
            };
        };
        responses: {
            /** @description The result, in the requested format. The default is a query string. */
            200: {
                headers: {
                    /** @description What was wrong, if the text of the answer does not say it. */
                    "X-Error-Detail"?: string;
                    /** @description Sent if this is the answer to an earlier, identical request with the same key. */
                    "Idempotent-Replayed"?: "true";
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentResponse"];
                    "application/x-www-form-urlencoded": string;
                    "application/javascript": string;
                    "text/plain": string;
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-www-form-urlencoded": string;
                };
            };
            /** @description The body is not a form. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-www-form-urlencoded": string;
                };
            };
        };
    };
    getTransactionIdOrStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["StatusRequest"];
            };
        };
        responses: {
            /** @description The result, in the requested format. The default is a query string. */
            200: {
                headers: {
                    /** @description What was wrong, if the text of the answer does not say it. */
                    "X-Error-Detail"?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusResponse"];
                    "application/x-www-form-urlencoded": string;
                    "application/javascript": string;
                    "text/plain": string;
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-www-form-urlencoded": string;
                };
            };
            /** @description The body is not a form. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-www-form-urlencoded": string;
                };
            };
        };
    };
    listOrSendEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["EventRequest"];
            };
        };
        responses: {
            /** @description The result, in the requested format. The default is a query string. */
            200: {
                headers: {
                    /** @description What was wrong, if the text of the answer does not say it. */
                    "X-Error-Detail"?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventResponse"];
                    "application/x-www-form-urlencoded": string;
                    "application/javascript": string;
                    "text/plain": string;
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-www-form-urlencoded": string;
                };
            };
            /** @description The body is not a form. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-www-form-urlencoded": string;
                };
            };
        };
    };
    getReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["ReportRequest"];
            };
        };
        responses: {
            /** @description The report, or a plain text that says why there is none. */
            200: {
                headers: {
                    /** @description Code and message: 100, 601, 607, 608, 611, 621, 622 or 623. */
                    "QS-response-code"?: string;
                    /** @description What was wrong, if the text of the answer does not say it. */
                    "X-Error-Detail"?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                    "text/csv": string;
                    "application/xml": string;
                    "text/plain": string;
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The body is not a form. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    parsePayload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ParserRequest"];
            };
        };
        responses: {
            /** @description The payload was decrypted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParserResponse"];
                };
            };
            /** @description The request, the device or the payload is not valid (2000 to 2800). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParserError"];
                };
            };
            /** @description No authentication was sent (3000), or it is not valid (1003). */
            401: {
                headers: {
                    /** @description A challenge for Digest authentication. */
                    "WWW-Authenticate"?: string;
                    /** @description Why the login failed. Sent in certification only. */
                    "X-Error-Detail"?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParserError"];
                };
            };
            /** @description The network address is not on the allow list (3003). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParserError"];
                };
            };
            /** @description A method other than POST (405). */
            405: {
                headers: {
                    /** @description The methods of the path. */
                    Allow?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParserError"];
                };
            };
            /** @description The body is larger than 512 KiB (2003). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParserError"];
                };
            };
            /** @description The content encoding of the body is not supported (2005). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParserError"];
                };
            };
            /** @description Too many failed authentications, or too many requests (3004). */
            429: {
                headers: {
                    /** @description The seconds to wait, if known. */
                    "Retry-After"?: number;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParserError"];
                };
            };
            /** @description Internal error (50). Try again. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParserError"];
                };
            };
        };
    };
    logInPosUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["PosLogin"];
                "multipart/form-data": components["schemas"]["PosLogin"];
            };
        };
        responses: {
            /** @description Logged in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosSession"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            /** @description The account, email or password is wrong. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosError"];
                };
            };
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    logOutPosUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Logged out. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["PosUnauthorized"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    getPosAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosAccount"];
                };
            };
            401: components["responses"]["PosUnauthorized"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    updatePosAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["PosAccountUpdate"];
                "multipart/form-data": components["schemas"]["PosAccountUpdate"];
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosAccount"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    setPosPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["PosNewPassword"];
                "multipart/form-data": components["schemas"]["PosNewPassword"];
            };
        };
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosUser"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            /** @description The link was used, has expired or was replaced by a newer one. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosError"];
                };
            };
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    changePosPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["PosPasswordChange"];
                "multipart/form-data": components["schemas"]["PosPasswordChange"];
            };
        };
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosUser"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    requestPosPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["PosPasswordResetRequest"];
                "multipart/form-data": components["schemas"]["PosPasswordResetRequest"];
            };
        };
        responses: {
            /** @description The email is on its way, if this user exists. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosPasswordResetResponse"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    listPosUsers: {
        parameters: {
            query?: {
                /** @description The number of the page. */
                page?: number;
                /**
                 * @description The number of records on a page.
                 * @example 1
                 */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosUserList"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    createPosUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["NewPosUser"];
                "multipart/form-data": components["schemas"]["NewPosUser"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The path of the record. */
                    Location?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosUser"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    getPosUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 5
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosUser"];
                };
            };
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    updatePosUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 5
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["PosUserUpdate"];
                "multipart/form-data": components["schemas"]["PosUserUpdate"];
            };
        };
        responses: {
            /** @description The changed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosUser"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    updatePosUserByPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 5
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["PosUserUpdate"];
                "multipart/form-data": components["schemas"]["PosUserUpdate"];
            };
        };
        responses: {
            /** @description The changed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosUser"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    deletePosUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 5
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    listCategories: {
        parameters: {
            query?: {
                /** @description The number of the page. */
                page?: number;
                /**
                 * @description The number of records on a page.
                 * @example 1
                 */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryList"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    createCategory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["NewCategory"];
                "multipart/form-data": components["schemas"]["NewCategory"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The path of the record. */
                    Location?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    getCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    updateCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["CategoryUpdate"];
                "multipart/form-data": components["schemas"]["CategoryUpdate"];
            };
        };
        responses: {
            /** @description The changed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    updateCategoryByPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["CategoryUpdate"];
                "multipart/form-data": components["schemas"]["CategoryUpdate"];
            };
        };
        responses: {
            /** @description The changed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    deleteCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    listTaxRates: {
        parameters: {
            query?: {
                /** @description The number of the page. */
                page?: number;
                /**
                 * @description The number of records on a page.
                 * @example 1
                 */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxRateList"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    createTaxRate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["NewTaxRate"];
                "multipart/form-data": components["schemas"]["NewTaxRate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The path of the record. */
                    Location?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxRate"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    getTaxRate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxRate"];
                };
            };
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    updateTaxRate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TaxRateUpdate"];
                "multipart/form-data": components["schemas"]["TaxRateUpdate"];
            };
        };
        responses: {
            /** @description The changed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxRate"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    updateTaxRateByPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TaxRateUpdate"];
                "multipart/form-data": components["schemas"]["TaxRateUpdate"];
            };
        };
        responses: {
            /** @description The changed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxRate"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    deleteTaxRate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    listItems: {
        parameters: {
            query?: {
                /** @description The number of the page. */
                page?: number;
                /**
                 * @description The number of records on a page.
                 * @example 1
                 */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemList"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    createItem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["NewItem"];
                "multipart/form-data": components["schemas"]["NewItem"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The path of the record. */
                    Location?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    getItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"];
                };
            };
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    updateItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["ItemUpdate"];
                "multipart/form-data": components["schemas"]["ItemUpdate"];
            };
        };
        responses: {
            /** @description The changed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    updateItemByPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["ItemUpdate"];
                "multipart/form-data": components["schemas"]["ItemUpdate"];
            };
        };
        responses: {
            /** @description The changed record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    deleteItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    listSales: {
        parameters: {
            query?: {
                /** @description The number of the page. */
                page?: number;
                /**
                 * @description The number of records on a page.
                 * @example 1
                 */
                per_page?: number;
                /** @description Only sales with this status. */
                status?: "pending" | "completed" | "declined" | "failed" | "partially_refunded" | "refunded";
                /** @description Only sales of this user. */
                user_id?: number;
                /** @description The first day: YYYY-MM-DD or YYYY-MM-DD HH:MM:SS in the account's zone, or ISO 8601 with an offset. */
                start_date?: string;
                /** @description The last day, which is included. The same formats. */
                end_date?: string;
                /** @description Only sales of at least this total, such as 10.00. */
                min_total?: string;
                /** @description Only sales of at most this total, such as 99.99. */
                max_total?: string;
                /** @description Only sales with an item of this category. */
                category_id?: number;
                /** @description Searches for the beginning of a word in a line's name or an email, the last four digits, the id of the sale, or the gateway's transaction_id. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SaleList"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            404: components["responses"]["PosNotFound"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    createSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["NewSale"];
                "multipart/form-data": components["schemas"]["NewSale"];
            };
        };
        responses: {
            /** @description The sale was paid. */
            201: {
                headers: {
                    /** @description The path of the record. */
                    Location?: string;
                    /** @description Sent if this is the answer to an earlier, identical request with the same key. */
                    "Idempotent-Replayed"?: "true";
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sale"];
                };
            };
            /** @description The result of the card host is not known yet. Get the sale again later. */
            202: {
                headers: {
                    /** @description The path of the record. */
                    Location?: string;
                    /** @description Sent if this is the answer to an earlier, identical request with the same key. */
                    "Idempotent-Replayed"?: "true";
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sale"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            /** @description Declined. The text is the card host's. */
            402: {
                headers: {
                    /** @description The path of the record. */
                    Location?: string;
                    /** @description Sent if this is the answer to an earlier, identical request with the same key. */
                    "Idempotent-Replayed"?: "true";
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosError"];
                };
            };
            404: components["responses"]["PosNotFound"];
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            /** @description Temporarily unavailable, or the card host could not be reached and nothing was charged. With Location, the sale is stored as failed. */
            503: {
                headers: {
                    /** @description The path of the record. */
                    Location?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosError"];
                };
            };
        };
    };
    getSale: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sale. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sale"];
                };
            };
            401: components["responses"]["PosUnauthorized"];
            404: components["responses"]["PosNotFound"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    emailReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["NewReceipt"];
                "multipart/form-data": components["schemas"]["NewReceipt"];
            };
        };
        responses: {
            /** @description The receipt is on its way. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            404: components["responses"]["PosNotFound"];
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    refundSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["NewRefund"];
                "multipart/form-data": components["schemas"]["NewRefund"];
            };
        };
        responses: {
            /** @description The sale with its refunds. */
            200: {
                headers: {
                    /** @description Sent if this is the answer to an earlier, identical request with the same key. */
                    "Idempotent-Replayed"?: "true";
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sale"];
                };
            };
            /** @description The result of the card host is not known yet. Get the sale again later. */
            202: {
                headers: {
                    /** @description Sent if this is the answer to an earlier, identical request with the same key. */
                    "Idempotent-Replayed"?: "true";
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sale"];
                };
            };
            400: components["responses"]["PosBadRequest"];
            401: components["responses"]["PosUnauthorized"];
            /** @description Declined. The text is the card host's. */
            402: {
                headers: {
                    /** @description Sent if this is the answer to an earlier, identical request with the same key. */
                    "Idempotent-Replayed"?: "true";
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosError"];
                };
            };
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            413: components["responses"]["PosPayloadTooLarge"];
            415: components["responses"]["PosUnsupportedMediaType"];
            429: components["responses"]["PosTooManyRequests"];
            /** @description Temporarily unavailable, or the card host could not be reached and nothing was refunded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosError"];
                };
            };
        };
    };
    getPhoto: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/webp": string;
                };
            };
            401: components["responses"]["PosUnauthorized"];
            403: components["responses"]["PosForbidden"];
            404: components["responses"]["PosNotFound"];
            429: components["responses"]["PosTooManyRequests"];
            503: components["responses"]["PosServiceUnavailable"];
        };
    };
    listPartners: {
        parameters: {
            query?: {
                /**
                 * @description The largest number of records on the page.
                 * @example 1
                 */
                take?: number;
                /** @description The number of records before the page. */
                skip?: number;
                /** @description The id of a partner: returns what belongs to it and to all partners below it. */
                partner?: string;
                /** @description Only records with exactly this name. */
                name?: string;
                /** @description true: only active ones. false: only inactive ones. */
                isActive?: boolean;
                /** @description Only those that were changed at this time or later. ISO 8601 or YYYY-MM-DD HH:MM:SS; UTC if there is no offset. */
                modifiedSince?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerList"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    createPartner: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPartner"];
            };
        };
        responses: {
            /** @description Created. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordId"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            409: components["responses"]["ManagementConflict"];
            413: components["responses"]["ManagementPayloadTooLarge"];
            415: components["responses"]["ManagementUnsupportedMediaType"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    getPartner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Partner"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            404: components["responses"]["ManagementNotFound"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    updatePartner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 5
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartnerUpdate"];
            };
        };
        responses: {
            /** @description Updated, or unchanged because every value was the same. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordId"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            404: components["responses"]["ManagementNotFound"];
            409: components["responses"]["ManagementConflict"];
            413: components["responses"]["ManagementPayloadTooLarge"];
            415: components["responses"]["ManagementUnsupportedMediaType"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    listClients: {
        parameters: {
            query?: {
                /**
                 * @description The largest number of records on the page.
                 * @example 1
                 */
                take?: number;
                /** @description The number of records before the page. */
                skip?: number;
                /** @description The id of a partner: returns what belongs to it and to all partners below it. */
                partner?: string;
                /** @description Only records with exactly this name. */
                name?: string;
                /** @description Only records with exactly this mid. */
                mid?: string;
                /** @description true: only active ones. false: only inactive ones. */
                isActive?: boolean;
                /** @description Only those that were changed at this time or later. ISO 8601 or YYYY-MM-DD HH:MM:SS; UTC if there is no offset. */
                modifiedSince?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientList"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewClient"];
            };
        };
        responses: {
            /** @description Created. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordId"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            409: components["responses"]["ManagementConflict"];
            413: components["responses"]["ManagementPayloadTooLarge"];
            415: components["responses"]["ManagementUnsupportedMediaType"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    getClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            404: components["responses"]["ManagementNotFound"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    deleteClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. The answer has no body. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            404: components["responses"]["ManagementNotFound"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    updateClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientUpdate"];
            };
        };
        responses: {
            /** @description Updated, or unchanged because every value was the same. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordId"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            404: components["responses"]["ManagementNotFound"];
            409: components["responses"]["ManagementConflict"];
            413: components["responses"]["ManagementPayloadTooLarge"];
            415: components["responses"]["ManagementUnsupportedMediaType"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    listLocations: {
        parameters: {
            query?: {
                /**
                 * @description The largest number of records on the page.
                 * @example 1
                 */
                take?: number;
                /** @description The number of records before the page. */
                skip?: number;
                /** @description The id of a client: returns only what belongs to it. */
                client?: string;
                /** @description Only records with exactly this name. */
                name?: string;
                /** @description Only the record with this uniqueId. */
                uniqueId?: string;
                /** @description Only those that were changed at this time or later. ISO 8601 or YYYY-MM-DD HH:MM:SS; UTC if there is no offset. */
                modifiedSince?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationList"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    createLocation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLocation"];
            };
        };
        responses: {
            /** @description Created. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordId"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            409: components["responses"]["ManagementConflict"];
            413: components["responses"]["ManagementPayloadTooLarge"];
            415: components["responses"]["ManagementUnsupportedMediaType"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    getLocation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Location"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            404: components["responses"]["ManagementNotFound"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    deleteLocation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 9
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. The answer has no body. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            404: components["responses"]["ManagementNotFound"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    updateLocation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 9
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LocationUpdate"];
            };
        };
        responses: {
            /** @description Updated, or unchanged because every value was the same. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordId"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            404: components["responses"]["ManagementNotFound"];
            409: components["responses"]["ManagementConflict"];
            413: components["responses"]["ManagementPayloadTooLarge"];
            415: components["responses"]["ManagementUnsupportedMediaType"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /**
                 * @description The largest number of records on the page.
                 * @example 1
                 */
                take?: number;
                /** @description The number of records before the page. */
                skip?: number;
                /** @description The id of a partner: returns what belongs to it and to all partners below it. */
                partner?: string;
                /** @description The id of a client: returns only what belongs to it. */
                client?: string;
                /** @description Only records with exactly this userName. */
                userName?: string;
                /** @description true: only active ones. false: only inactive ones. */
                isActive?: boolean;
                /** @description Only those that were changed at this time or later. ISO 8601 or YYYY-MM-DD HH:MM:SS; UTC if there is no offset. */
                modifiedSince?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description Created. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordId"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            409: components["responses"]["ManagementConflict"];
            413: components["responses"]["ManagementPayloadTooLarge"];
            415: components["responses"]["ManagementUnsupportedMediaType"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            404: components["responses"]["ManagementNotFound"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 9
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. The answer has no body. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            404: components["responses"]["ManagementNotFound"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 9
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            /** @description Updated, or unchanged because every value was the same. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordId"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            404: components["responses"]["ManagementNotFound"];
            409: components["responses"]["ManagementConflict"];
            413: components["responses"]["ManagementPayloadTooLarge"];
            415: components["responses"]["ManagementUnsupportedMediaType"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    createApiSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 9
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiSecret"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiSecret"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            404: components["responses"]["ManagementNotFound"];
            409: components["responses"]["ManagementConflict"];
            413: components["responses"]["ManagementPayloadTooLarge"];
            415: components["responses"]["ManagementUnsupportedMediaType"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    endOlderApiSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 9
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. The answer has no body. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            404: components["responses"]["ManagementNotFound"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    listDevices: {
        parameters: {
            query?: {
                /**
                 * @description The name or id of a device state.
                 * @example activated
                 */
                deviceState?: string;
                /**
                 * @description The largest number of records on the page.
                 * @example 1
                 */
                take?: number;
                /** @description The number of records before the page. */
                skip?: number;
                /** @description The id of a partner: returns what belongs to it and to all partners below it. */
                partner?: string;
                /** @description The id of a client: returns only what belongs to it. */
                client?: string;
                /** @description Only records with exactly this serialNumber. */
                serialNumber?: string;
                /** @description Only records with exactly this name. */
                name?: string;
                /** @description Only those that were changed at this time or later. ISO 8601 or YYYY-MM-DD HH:MM:SS; UTC if there is no offset. */
                modifiedSince?: string;
                /** @description The member to sort by. id if it is not sent. */
                "sorting.field"?: "id" | "serialNumber" | "name" | "activationDate" | "lastActivityDate";
                /** @description Ascending or descending. asc if it is not sent. */
                "sorting.direction"?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceList"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    createDevice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDevice"];
            };
        };
        responses: {
            /** @description Created. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordId"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            409: components["responses"]["ManagementConflict"];
            413: components["responses"]["ManagementPayloadTooLarge"];
            415: components["responses"]["ManagementUnsupportedMediaType"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    getDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            404: components["responses"]["ManagementNotFound"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    updateDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 13
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeviceUpdate"];
            };
        };
        responses: {
            /** @description Updated, or unchanged because every value was the same. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordId"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            404: components["responses"]["ManagementNotFound"];
            409: components["responses"]["ManagementConflict"];
            413: components["responses"]["ManagementPayloadTooLarge"];
            415: components["responses"]["ManagementUnsupportedMediaType"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    getDeviceBySerialNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The serial number of the device.
                 * @example GEN0000001
                 */
                serialNumber: string;
                /**
                 * @description The name or id of the device type.
                 * @example generic
                 */
                deviceType: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            404: components["responses"]["ManagementNotFound"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    listDeviceStates: {
        parameters: {
            query?: {
                /**
                 * @description The largest number of records on the page.
                 * @example 2
                 */
                take?: number;
                /** @description The number of records before the page. */
                skip?: number;
                /** @description Only records with exactly this name. */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceStateList"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    listDeviceTypes: {
        parameters: {
            query?: {
                /**
                 * @description The largest number of records on the page.
                 * @example 2
                 */
                take?: number;
                /** @description The number of records before the page. */
                skip?: number;
                /** @description Only records with exactly this name. */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceTypeList"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    listAttestations: {
        parameters: {
            query?: {
                /**
                 * @description The largest number of records on the page.
                 * @example 1
                 */
                take?: number;
                /** @description The number of records before the page. */
                skip?: number;
                /** @description The id of a client: returns only what belongs to it. */
                client?: string;
                /** @description Only records with exactly this name. */
                name?: string;
                /** @description Only those that were changed at this time or later. ISO 8601 or YYYY-MM-DD HH:MM:SS; UTC if there is no offset. */
                modifiedSince?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttestationList"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    createAttestations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAttestation"];
            };
        };
        responses: {
            /** @description Created. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttestationResult"][];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            409: components["responses"]["ManagementConflict"];
            413: components["responses"]["ManagementPayloadTooLarge"];
            415: components["responses"]["ManagementUnsupportedMediaType"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    getAttestation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attestation"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            404: components["responses"]["ManagementNotFound"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    listParserCalls: {
        parameters: {
            query?: {
                /**
                 * @description The largest number of records on the page.
                 * @example 1
                 */
                take?: number;
                /** @description The number of records before the page. */
                skip?: number;
                /** @description The id of a partner: returns what belongs to it and to all partners below it. */
                partner?: string;
                /** @description The id of a client: returns only what belongs to it. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParserCallList"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    getParserCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The messageId that the parser answered, 25 digits.
                 * @example 1202611161500000000000000
                 */
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParserCall"];
                };
            };
            401: components["responses"]["ManagementUnauthorized"];
            403: components["responses"]["ManagementForbidden"];
            404: components["responses"]["ManagementNotFound"];
            409: components["responses"]["ManagementConflict"];
            429: components["responses"]["ManagementTooManyRequests"];
            500: components["responses"]["ManagementInternalServerError"];
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Liveness"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process can take requests. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description The process cannot take requests. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    getVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The release and environment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Version"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics in the text format of Prometheus. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The network address may not read the metrics. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
        };
    };
    receiveTransactionEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same for every attempt. Process each id once. */
                "webhook-id": string;
                /** @description The same as in the body. Refuse events that are more than five minutes off. */
                "webhook-timestamp": string;
                /** @description `v1,` and base64 HMAC-SHA256 of `id.timestamp.body`. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Gone. Sixdoors disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Answer within ten seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. The event is sent again, for three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
