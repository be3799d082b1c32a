/** The Kubernetes manifests are valid, need no rights, and name settings and secrets that exist. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Deployment } from "kubernetes-types/apps/v1.js";
import type { Job } from "kubernetes-types/batch/v1.js";
import type { ConfigMap, PodSpec, Secret } from "kubernetes-types/core/v1.js";
import type { NetworkPolicy } from "kubernetes-types/networking/v1.js";
import type { PodDisruptionBudget } from "kubernetes-types/policy/v1.js";
import { ALL_SETTINGS } from "../../src/config.ts";
import { checkKubernetesTypes } from "../../tools/manifests/check-kubernetes.ts";
import { type Manifest, readManifests } from "../../tools/manifests/read-yaml.ts";

const all = readManifests("kubernetes");
const manifests = all.filter(({ value }) => value.kind !== "Kustomization");
const variables = new Set(Object.values(ALL_SETTINGS).map(({ variable }) => variable));

function ofKind<Kind>(kind: string): readonly Kind[] {
  const found = manifests.filter(({ value }) => value.kind === kind);
  assert.ok(found.length > 0, kind);
  return found.map(({ value }) => value as unknown as Kind);
}

const workloads = [...ofKind<Deployment>("Deployment"), ...ofKind<Job>("Job")];
const pods = workloads.map(({ metadata, spec }) => {
  const { spec: pod } = spec?.template ?? {};
  return { name: metadata?.name ?? "", pod: pod as PodSpec };
});

test("the manifests fit the API of Kubernetes, and a wrong field does not", () => {
  const web = manifests.find(({ value }) => value.kind === "Deployment") as Manifest;
  const wrong = structuredClone(web.value) as unknown as Deployment;
  const [container] = wrong.spec?.template.spec?.containers ?? [];
  Object.assign(container ?? {}, { readOnly: true });
  Object.assign(wrong.spec ?? {}, { replicas: "3" });
  const broken = { file: "broken.yaml", value: wrong } as unknown as Manifest;
  const complaints = checkKubernetesTypes([...manifests, broken]);
  const others = complaints.filter((line) => !line.startsWith("broken.yaml"));
  assert.deepEqual(
    others.filter((line) => !line.startsWith(" ")),
    [],
  );
  assert.match(complaints.join("\n"), /'string' is not assignable to type 'number'/);
  assert.match(complaints.join("\n"), /"readOnly"' does not exist/);
});

test("pods run without root, with a read-only root and no capability", () => {
  for (const { name, pod } of pods) {
    const { runAsNonRoot, runAsUser, fsGroup, seccompProfile } = pod.securityContext ?? {};
    assert.deepEqual([runAsNonRoot, runAsUser, fsGroup], [true, 10_001, 10_001], name);
    assert.equal(seccompProfile?.type, "RuntimeDefault");
    assert.equal(pod.automountServiceAccountToken, false);
    for (const { securityContext } of pod.containers) {
      assert.equal(securityContext?.readOnlyRootFilesystem, true);
      assert.equal(securityContext?.allowPrivilegeEscalation, false);
      assert.deepEqual(securityContext?.capabilities, { drop: ["ALL"] });
    }
  }
});

test("every setting exists, and only secrets are in files", () => {
  const [settings] = ofKind<ConfigMap>("ConfigMap");
  const named = pods.flatMap(({ pod }) => pod.containers.flatMap(({ env = [] }) => env));
  const names = [...Object.keys(settings?.data ?? {}), ...named.map(({ name }) => name)];
  assert.deepEqual(
    names.filter((name) => !variables.has(name)),
    [],
  );
  for (const { name, value } of named) {
    assert.match(`${name} ${value}`, /_FILE \/run\/secrets\//);
  }
});

test("secret files come from the secrets of the example, and only the group may read them", () => {
  const secrets = new Map(
    ofKind<Secret>("Secret").map((secret) => [secret.metadata?.name, secret.stringData ?? {}]),
  );
  for (const { name, pod } of pods) {
    const secretVolumes = (pod.volumes ?? []).filter((volume) => volume.projected ?? volume.secret);
    const sources = secretVolumes.flatMap(({ projected, secret }) => [
      ...(projected?.sources ?? []).map((source) => source.secret?.name),
      ...(secret === undefined ? [] : [secret.secretName]),
    ]);
    const held = sources.flatMap((source) => Object.keys(secrets.get(source) ?? {}));
    const files = pod.containers
      .flatMap(({ env = [] }) => env)
      .map(({ value = "" }) => value.split("/").at(-1));
    assert.deepEqual(
      files.filter((file) => !held.includes(file ?? "")),
      [],
      name,
    );
    for (const { projected, secret } of secretVolumes) {
      assert.equal((projected ?? secret)?.defaultMode, 0o440);
    }
  }
});

test("pods that answer requests have no login that owns the tables", () => {
  const web = pods.find(({ name }) => name === "sixdoors-web");
  assert.doesNotMatch(JSON.stringify(web), /owner/i);
  assert.match(JSON.stringify(pods.find(({ name }) => name === "sixdoors-worker")), /owner/);
});

test("web and worker pods are probed, and get time to end", () => {
  for (const wanted of ["sixdoors-web", "sixdoors-worker"]) {
    const { pod } = pods.find(({ name }) => name === wanted) ?? {};
    const [{ readinessProbe, livenessProbe, startupProbe, ports } = {}] = pod?.containers ?? [];
    const probes = [startupProbe, readinessProbe, livenessProbe].map((probe) => probe?.httpGet);
    const paths = probes.map((probe) => probe?.path);
    assert.deepEqual(paths, ["/health/live", "/health/ready", "/health/live"], wanted);
    const named = ports?.map(({ name }) => name);
    assert.ok(
      probes.every((probe) => named?.includes(String(probe?.port))),
      wanted,
    );
    const shutdownMs = Number(ALL_SETTINGS.shutdownTimeoutMs.fallback);
    assert.ok((pod?.terminationGracePeriodSeconds ?? 0) * 1_000 > shutdownMs + 10_000, wanted);
  }
});

test("every deployment has a budget for disruptions and labels that its selectors match", () => {
  const budgets = ofKind<PodDisruptionBudget>("PodDisruptionBudget");
  for (const { metadata, spec } of ofKind<Deployment>("Deployment")) {
    const labels = spec?.template.metadata?.labels;
    assert.deepEqual(spec?.selector.matchLabels, labels);
    const budget = budgets.find((one) => one.metadata?.name === metadata?.name);
    assert.deepEqual(budget?.spec?.selector?.matchLabels, labels);
  }
});

test("nothing reaches a pod unless a policy names it", () => {
  const [base, ...others] = ofKind<NetworkPolicy>("NetworkPolicy");
  assert.deepEqual(base?.spec?.policyTypes, ["Ingress", "Egress"]);
  assert.deepEqual(base?.spec?.ingress, []);
  for (const { spec } of others) {
    for (const { from = [] } of spec?.ingress ?? []) assert.ok(from.length > 0);
  }
});

test("pods may send traces and metrics to a collector in the namespace of the monitoring", () => {
  const [base] = ofKind<NetworkPolicy>("NetworkPolicy");
  const rules = base?.spec?.egress ?? [];
  const rule = rules.find(({ ports = [] }) => ports.some(({ port }) => port === 4_318));
  const [target] = rule?.to ?? [];
  assert.deepEqual(target?.namespaceSelector?.matchLabels, {
    "kubernetes.io/metadata.name": "monitoring",
  });
});

test("kustomize lists every file except secrets and the job", () => {
  const listed = all.find(({ value }) => value.kind === "Kustomization")?.value["resources"];
  const files = new Set(manifests.map(({ file }) => file));
  for (const file of ["migrate.yaml", "secrets.example.yaml"]) files.delete(file);
  assert.deepEqual((listed as string[]).toSorted(), [...files].toSorted());
});
