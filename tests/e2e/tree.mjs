// The page as Chromium's accessibility tree tells it to a screen reader.

import assert from "node:assert/strict";
import { bare } from "./stage.mjs";

/** The first node of that role and name that can be used. */
export function find(tree, role, name) {
  return tree.find((node) => node.role === role && name.test(node.name) && !node.disabled);
}

/** The buttons of the list that is called the hand. */
export function cards(tree) {
  const list = tree.find(({ role, name }) => role === "list" && name === "Your hand");
  const inside = new Set([list?.id]);
  for (const node of tree) if (inside.has(node.parent)) inside.add(node.id);
  return tree.filter(({ id, role }) => inside.has(id) && role === "button");
}

/** What stands in live regions. */
export function heardIn(tree) {
  const inside = new Set(tree.filter(({ live }) => live).map(({ id }) => id));
  for (const node of tree) if (inside.has(node.parent)) inside.add(node.id);
  return tree.filter(({ id, role }) => inside.has(id) && role === "StaticText").map(({ name }) => name);
}

export class Reader {
  tries = 0;

  constructor(session) {
    this.session = session;
  }

  async tree() {
    const { nodes } = await this.session.send("Accessibility.getFullAXTree");
    return nodes.map((node) => {
      const state = (name) => node.properties?.find((one) => one.name === name)?.value.value;
      return {
        id: node.nodeId,
        parent: node.parentId,
        dom: node.backendDOMNodeId,
        role: node.role?.value,
        name: bare(node.name?.value ?? ""),
        disabled: state("disabled") === true,
        live: ["polite", "assertive"].includes(state("live")),
      };
    });
  }

  async press(role, name) {
    const node = find(await this.tree(), role, name);
    assert.ok(node, `no ${role} ${name} in the tree`);
    return this.act(node);
  }

  /** Do what a screen reader's "activate" does. */
  async act(node) {
    try {
      const { object } = await this.session.send("DOM.resolveNode", { backendNodeId: node.dom });
      await this.session.send("Runtime.callFunctionOn", {
        objectId: object.objectId,
        functionDeclaration: "function () { this.click(); }",
      });
    } catch (error) {
      // The node went while the tree was read: read it again.
      if (!/No node|not find|Could not/.test(String(error))) throw error;
    }
    return true;
  }
}
