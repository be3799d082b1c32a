/** The parts of a Postman collection, format 2.1, that we write. */

export interface KeyValue {
  readonly key: string;
  readonly value: string;
  readonly description?: string;
}

export interface Script {
  readonly listen: "prerequest" | "test";
  readonly script: { readonly type: "text/javascript"; readonly exec: readonly string[] };
}

export interface Auth {
  readonly type: "basic" | "noauth";
  readonly basic?: readonly KeyValue[];
}

export type Body =
  | { readonly mode: "urlencoded"; readonly urlencoded: readonly KeyValue[] }
  | {
      readonly mode: "raw";
      readonly raw: string;
      readonly options: { readonly raw: { readonly language: "json" } };
    };

export interface Url {
  readonly raw: string;
  readonly host: readonly string[];
  readonly path: readonly string[];
  readonly query?: readonly KeyValue[];
}

export interface Item {
  readonly id: string;
  readonly name: string;
  readonly event?: readonly Script[];
  readonly request: {
    readonly method: string;
    readonly description: string;
    readonly header: readonly KeyValue[];
    readonly body?: Body;
    readonly url: Url;
  };
}

export interface Folder {
  readonly name: string;
  readonly description: string;
  readonly auth: Auth;
  readonly item: readonly Item[];
}

export interface Collection {
  readonly info: { readonly name: string; readonly description: string; readonly schema: string };
  readonly variable: readonly KeyValue[];
  readonly event: readonly Script[];
  readonly item: readonly Folder[];
}
