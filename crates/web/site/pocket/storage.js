// What the games are kept in: rows of text by store and key, in the browser's own database. A change is told only when it
// is on the disk. Whoever began last owns the database: a worker that another one has followed (its tab slept, say) can
// write nothing any more, so that two never overwrite each other's games.

const DATABASE = "papan";
const ROWS = "rows";
/** Counts the workers that have begun. */
const EPOCH = ["", "epoch"];

/** Another worker keeps the games by now. */
export class Over extends Error {}

/**
 * @typedef {{store: string, key: string, value: string | null}} Change
 *
 * @typedef {object} Storage
 * @property {number} epoch which worker this is
 * @property {boolean} durable whether anything is there after the browser was closed
 * @property {(store: string, key: string) => Promise<string | null>} read
 * @property {(store: string) => Promise<string[]>} keys
 * @property {(changes: Change[]) => Promise<void>} write all of them or none
 */

/** @returns {Promise<Storage>} */
export async function openStorage() {
  let database;
  try {
    database = await open();
  } catch (error) {
    console.warn(`nothing can be kept here: ${error instanceof Error ? error.message : error}`);
    return inMemory();
  }
  /** Who looks at all that a person has stored may have it deleted; then it is made anew. */
  const again = async () => (database ??= await open());
  const forget = () => (database = null);

  /**
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {(rows: IDBObjectStore, keep: (answer: T) => void) => void} work
   * @returns {Promise<T>}
   */
  async function transact(mode, work) {
    const known = await again();
    known.onclose = forget;
    return new Promise((resolve, reject) => {
      const transaction = known.transaction(ROWS, mode, { durability: "strict" });
      /** @type {T} */
      let kept;
      /** @type {unknown} */
      let problem = null;
      transaction.oncomplete = () => resolve(kept);
      transaction.onabort = () => reject(problem ?? transaction.error ?? new Error("the browser's database broke off"));
      try {
        work(transaction.objectStore(ROWS), (answer) => (kept = answer));
      } catch (error) {
        problem = error;
        transaction.abort();
      }
    });
  }

  /** Which worker this is. On a full device the number cannot be written before there is room: what was kept can be read. */
  let epoch = 0;
  /** Whether the number is this worker's own, written down. */
  let counted = true;
  try {
    epoch = await transact("readwrite", (rows, /** @type {(epoch: number) => void} */ keep) => {
      const asked = rows.get(EPOCH);
      asked.onsuccess = () => {
        const mine = Number(asked.result ?? 0) + 1;
        rows.put(mine, EPOCH);
        keep(mine);
      };
    });
  } catch (error) {
    if (!isFull(error)) throw error;
    counted = false;
    epoch = await transact("readonly", (rows, /** @type {(epoch: number) => void} */ keep) => {
      const asked = rows.get(EPOCH);
      asked.onsuccess = () => keep(Number(asked.result ?? 0));
    });
  }

  /** Writes all of it, with this worker's number where that is still to be done. @param {Change[]} changes @param {boolean} count */
  async function put(changes, count) {
    let over = false;
    let counts = false;
    const written = transact("readwrite", (rows, /** @type {(nothing: void) => void} */ keep) => {
      const asked = rows.get(EPOCH);
      asked.onsuccess = () => {
        if (Number(asked.result ?? 0) !== epoch) {
          over = true;
          return rows.transaction.abort();
        }
        counts = count && !counted;
        if (counts) rows.put(epoch + 1, EPOCH);
        for (const { store, key, value } of changes) {
          if (value === null) rows.delete([store, key]);
          else rows.put(value, [store, key]);
        }
        keep();
      };
    });
    await written.catch((error) => {
      throw over ? new Over("another worker keeps the games") : error;
    });
    if (!counts) return;
    epoch += 1;
    counted = true;
  }

  return {
    get epoch() {
      return epoch;
    },
    durable: true,
    read: (store, key) =>
      transact("readonly", (rows, keep) => {
        const asked = rows.get([store, key]);
        asked.onsuccess = () => keep(asked.result ?? null);
      }),
    keys: (store) =>
      transact("readonly", (rows, keep) => {
        // An array stands behind every text in the order of keys.
        const asked = rows.getAllKeys(IDBKeyRange.bound([store], [store, []]));
        asked.onsuccess = () => keep(asked.result.map((key) => /** @type {string[]} */ (key)[1]));
      }),
    async write(changes) {
      try {
        await put(changes, true);
      } catch (error) {
        // What is deleted makes room, and needs none.
        const isLess = changes.every(({ value }) => value === null);
        if (counted || !isLess || !isFull(error)) throw error;
        await put(changes, false);
      }
    },
  };
}

/** @param {unknown} error */
function isFull(error) {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

/** @returns {Promise<IDBDatabase | null>} */
function open() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(ROWS);
    asked.onsuccess = () => {
      // Another tab may delete everything, if the person says so.
      asked.result.onversionchange = () => asked.result.close();
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
    asked.onblocked = () => reject(new Error("another tab holds the database"));
  });
}

/** Where a browser keeps nothing, one can still play. @returns {Storage} */
function inMemory() {
  /** @type {Map<string, Map<string, string>>} */
  const stores = new Map();
  return {
    epoch: 0,
    durable: false,
    read: async (store, key) => stores.get(store)?.get(key) ?? null,
    keys: async (store) => [...(stores.get(store)?.keys() ?? [])].sort(),
    async write(changes) {
      for (const { store, key, value } of changes) {
        const rows = stores.get(store) ?? new Map();
        stores.set(store, rows);
        if (value === null) rows.delete(key);
        else rows.set(key, value);
      }
    },
  };
}
