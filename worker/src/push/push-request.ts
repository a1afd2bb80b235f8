/**
 * A push as an HTTP request (RFC 8030) with this installation's signature (RFC 8292). It has no body: it says that something
 * is new for the person, and the browser reads what from this server.
 */
import { sign } from 'hono/jwt'
import type { WireRequest } from '../automations/outgoing/wire.ts'
import type { PushKey } from './push-key.ts'
import { PUSH_KINDS, type PushKind } from './push-kinds.ts'

/** How long the signature counts; a day at most. */
const SIGNED_S = 12 * 3_600
/** The operator's address for push services, if the page has no public one. They only check its form. */
const NO_CONTACT = 'mailto:webpush@fairlead.invalid'

/** @param origin of the page that subscribed */
export async function pushRequest(
	{ publicKey, privateKey }: PushKey,
	{ endpoint, origin }: { readonly endpoint: string; readonly origin: string },
	kind: PushKind,
	now: number,
): Promise<WireRequest> {
	const claims = {
		aud: new URL(endpoint).origin,
		exp: Math.floor(now / 1_000) + SIGNED_S,
		sub: origin.startsWith('https://') ? origin : NO_CONTACT,
	}
	return {
		method: 'POST',
		url: endpoint,
		headers: {
			authorization: `vapid t=${await sign(claims, privateKey, 'ES256')}, k=${publicKey}`,
			ttl: String(PUSH_KINDS[kind].keptS),
			urgency: 'high',
			// A device that was off gets one push of each kind, however many there were.
			topic: kind,
		},
		body: '',
	}
}
