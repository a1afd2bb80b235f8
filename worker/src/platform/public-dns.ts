/**
 * Names, resolved by the public DNS. `node:dns` of the Workers runtime asks Cloudflare's resolver over HTTPS, wherever it runs, and
 * not the system's; it gives aliases among the addresses.
 */
import { promises as dns } from 'node:dns'
import type { Resolve } from './addresses.ts'

/** Requests to a server come in bursts: a run asks the same names again and again, and each lookup is two requests. */
const KEPT_MS = 60_000
const MAX_KEPT = 500
const TIMEOUT_MS = 3_000

type Family = (name: string) => Promise<readonly string[]>

export interface DnsPorts {
	readonly resolve4: Family
	readonly resolve6: Family
	/** Unix milliseconds. */
	readonly clock: () => number
	readonly timeoutMs: number
}

interface Kept {
	readonly addresses: readonly string[]
	readonly until: number
}

/**
 * Remembers names that have addresses for a minute. Rejects if the resolver does not answer for one of the families, and if the
 * name's own servers answer for neither.
 */
export function publicDns({ resolve4, resolve6, clock, timeoutMs }: DnsPorts): Resolve {
	const kept = new Map<string, Kept>()
	return async (name) => {
		const known = kept.get(name)
		if (known && known.until > clock()) return known.addresses
		const families = [resolve4, resolve6].map((family) => addressesBy(family, name))
		const answers = await within(timeoutMs, Promise.all(families))
		const addresses = answers.flatMap((one) => (one instanceof Error ? [] : one))
		const refusal = answers.find((one) => one instanceof Error)
		if (addresses.length === 0 && refusal) throw refusal
		kept.delete(name)
		if (addresses.length > 0) kept.set(name, { addresses, until: clock() + KEPT_MS })
		const [oldest] = kept.keys()
		if (oldest !== undefined && kept.size > MAX_KEPT) kept.delete(oldest)
		return addresses
	}
}

/**
 * Answers, not silence: servers that know one family only refuse the other, and whoever connects gets no address of it either.
 */
const REFUSALS: readonly unknown[] = ['ESERVFAIL', 'ENOTIMP', 'EREFUSED']

/** Empty: it has none of this family. An error: the name's servers refuse to say. */
async function addressesBy(family: Family, name: string): Promise<readonly string[] | Error> {
	try {
		return (await family(name)).filter(isAddress)
	} catch (error) {
		const code = (error as { code?: unknown } | null)?.code
		if (code === 'ENOTFOUND' || code === 'ENODATA') return []
		if (error instanceof Error && REFUSALS.includes(code)) return error
		throw error
	}
}

const isAddress = (text: string): boolean => /^\d+\.\d+\.\d+\.\d+$/.test(text) || text.includes(':')

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error('The resolver does not answer.')), ms)
	})
	try {
		return await Promise.race([answer, late])
	} finally {
		clearTimeout(timer)
	}
}

export const resolvePublic: Resolve = publicDns({
	resolve4: (name) => dns.resolve4(name),
	resolve6: (name) => dns.resolve6(name),
	clock: () => Date.now(),
	timeoutMs: TIMEOUT_MS,
})
