/** A map of only the newest few thousand entries. Anything not found here is in the store. */
export class BoundedMap<Value> extends Map<string, Value> {
  override set(id: string, value: Value): this {
    if (this.size >= 5_000) this.delete(this.keys().next().value!);
    return super.set(id, value);
  }
}
