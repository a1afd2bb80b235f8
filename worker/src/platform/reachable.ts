/**
 * The rule for addresses with the names resolved: a public name may lead to a private network. Asked right before a request; the
 * runtime resolves the name once more to connect, and what it gets then is not seen (docs/security.md).
 */
import { type AddressRule, checkAddress, isPrivateAddress, trusts } from './addresses.ts'

export type Reachable =
	| { readonly ok: true; readonly url: URL }
	/** `reason`: for people. `lasting` false: it may be right the next time. */
	| { readonly ok: false; readonly reason: string; readonly lasting: boolean }

export async function checkReachable(text: string, rule: AddressRule): Promise<Reachable> {
	const checked = checkAddress(text, rule)
	if (!checked.ok) return { ...checked, lasting: true }
	const { url } = checked
	if (!rule.resolve || isLiteral(url.hostname) || trusts(url, rule)) return checked
	const { hostname } = url
	try {
		const addresses = await rule.resolve(hostname.replace(/\.$/, ''))
		if (addresses.length === 0) return { ok: false, reason: NO_ADDRESS(hostname), lasting: false }
		if (!addresses.some(isPrivateAddress)) return checked
		return { ok: false, reason: LEADS_INSIDE(hostname), lasting: true }
	} catch {
		return { ok: false, reason: NOT_RESOLVED(hostname), lasting: false }
	}
}

/** Whether a hostname in the URL parser's spelling is an address. */
const isLiteral = (hostname: string): boolean =>
	hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)

const OPERATOR = 'The operator of this server can allow the host in OUTGOING_HOSTS.'
const LEADS_INSIDE = (name: string) => `${name} leads to a private network. ${OPERATOR}`
const NO_ADDRESS = (name: string) =>
	`${name} has no address in the public DNS. Check its spelling. ${OPERATOR}`
const NOT_RESOLVED = (name: string) =>
	`The address of ${name} could not be looked up, so nothing was sent. Try again in a few minutes. ${OPERATOR}`
