/** An authenticator in software: it makes passkeys and signs with them, as the browser's would. */
import { type Client, fetchApp, ORIGIN } from '../double/harness.ts'

type Bytes = Uint8Array<ArrayBuffer>

const concat = (...parts: (Uint8Array | readonly number[])[]): Bytes =>
	new Uint8Array(parts.flatMap((part) => [...part]))
const encode = (text: string): Bytes => concat(new TextEncoder().encode(text))
const sha256 = async (bytes: Bytes): Promise<Bytes> =>
	new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
const base64Url = (bytes: Uint8Array): string =>
	btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '')
const fromBase64Url = (text: string): Bytes =>
	Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
const uint = (value: number, bytes: 2 | 4): number[] =>
	Array.from({ length: bytes }, (_, i) => (value >>> (8 * (bytes - 1 - i))) & 0xff)

/** CBOR (RFC 8949), as much as an attestation needs. */
type Cbor = number | string | Uint8Array | Map<number | string, Cbor>
function cbor(value: Cbor): Bytes {
	const head = (major: number, n: number): number[] =>
		n < 24
			? [(major << 5) | n]
			: n < 256
				? [(major << 5) | 24, n]
				: [(major << 5) | 25, ...uint(n, 2)]
	if (typeof value === 'number') return concat(value < 0 ? head(1, -1 - value) : head(0, value))
	if (typeof value === 'string') return concat(head(3, encode(value).length), encode(value))
	if (value instanceof Uint8Array) return concat(head(2, value.length), value)
	const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)])
	return concat(head(5, value.size), ...entries)
}

/** An ECDSA signature as WebAuthn wants it: `r` and `s` as ASN.1 integers. */
function der(raw: Bytes): Bytes {
	const integer = (part: Bytes): Bytes => {
		const from = part.findIndex((byte) => byte !== 0)
		const trimmed = part.slice(from < 0 ? part.length - 1 : from)
		const positive = (trimmed[0] ?? 0) > 127 ? concat([0], trimmed) : trimmed
		return concat([2, positive.length], positive)
	}
	const both = concat(integer(raw.slice(0, 32)), integer(raw.slice(32)))
	return concat([0x30, both.length], both)
}

export interface Options {
	challenge: string
	rpId?: string
	rp?: { id?: string }
	user?: { id: string }
}

interface How {
	/** The page that the browser shows. */
	origin?: string
	/** The host that the page claims. */
	rpId?: string
	/** Whether the authenticator recognised the person. */
	verified?: boolean
}

export class Passkey {
	readonly id: string
	readonly #keys: CryptoKeyPair
	userHandle = ''
	counter = 0

	constructor(id: string, keys: CryptoKeyPair) {
		this.id = id
		this.#keys = keys
	}

	static async make(): Promise<Passkey> {
		const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
		const keys = (await crypto.subtle.generateKey(algorithm, true, [
			'sign',
			'verify',
		])) as CryptoKeyPair
		return new Passkey(base64Url(crypto.getRandomValues(new Uint8Array(16))), keys)
	}

	async #cose(): Promise<Bytes> {
		const jwk = (await crypto.subtle.exportKey('jwk', this.#keys.publicKey)) as JsonWebKey
		const [x, y] = [fromBase64Url(jwk.x ?? ''), fromBase64Url(jwk.y ?? '')]
		// A P-256 key (2, 1) for ES256 (-7).
		return cbor(
			new Map<number, Cbor>([
				[1, 2],
				[3, -7],
				[-1, 1],
				[-2, x],
				[-3, y],
			]),
		)
	}

	async #authData(rpId: string, verified: boolean, more: Uint8Array): Promise<Bytes> {
		const flags = 0x01 | (verified ? 0x04 : 0) | (more.length > 0 ? 0x40 : 0)
		return concat(await sha256(encode(rpId)), [flags], uint(this.counter, 4), more)
	}

	static #clientData(type: string, challenge: string, origin: string): Bytes {
		return encode(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
	}

	/** The result of `navigator.credentials.create`. */
	async create(options: Options, how: How = {}) {
		const { origin = ORIGIN, rpId = options.rp?.id ?? '', verified = true } = how
		this.userHandle = options.user?.id ?? ''
		const id = fromBase64Url(this.id)
		const attested = concat(new Uint8Array(16), uint(id.length, 2), id, await this.#cose())
		const authData = await this.#authData(rpId, verified, attested)
		const attestation = new Map<string, Cbor>([
			['fmt', 'none'],
			['attStmt', new Map()],
			['authData', authData],
		])
		return {
			id: this.id,
			rawId: this.id,
			type: 'public-key',
			clientExtensionResults: {},
			response: {
				clientDataJSON: base64Url(
					Passkey.#clientData('webauthn.create', options.challenge, origin),
				),
				attestationObject: base64Url(cbor(attestation)),
				transports: ['internal'],
			},
		}
	}

	/** The result of `navigator.credentials.get`. */
	async get(options: Options, how: How = {}) {
		const { origin = ORIGIN, rpId = options.rpId ?? '', verified = true } = how
		const clientData = Passkey.#clientData('webauthn.get', options.challenge, origin)
		const authData = await this.#authData(rpId, verified, new Uint8Array())
		const signed = concat(authData, await sha256(clientData))
		const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
		const raw = new Uint8Array(await crypto.subtle.sign(algorithm, this.#keys.privateKey, signed))
		return {
			id: this.id,
			rawId: this.id,
			type: 'public-key',
			clientExtensionResults: {},
			response: {
				clientDataJSON: base64Url(clientData),
				authenticatorData: base64Url(authData),
				signature: base64Url(der(raw)),
				userHandle: this.userHandle,
			},
		}
	}
}

export const optionsOf = async (answer: Response): Promise<Options> =>
	(await answer.json()) as Options

export const beginRegistration = (client: Client): Promise<Response> =>
	client.call('POST', '/api/passkeys/registration')

/** A passkey that this person has registered. */
export async function newPasskey(client: Client): Promise<{ passkey: Passkey; id: string }> {
	const passkey = await Passkey.make()
	const made = await passkey.create(await optionsOf(await beginRegistration(client)))
	const added = await client.call('POST', '/api/passkeys', made)
	if (added.status !== 201) throw new Error(`not added: ${await added.text()}`)
	return { passkey, id: ((await added.json()) as { id: string }).id }
}

/** From a browser without a session. */
export const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
	fetchApp(path, {
		method: 'POST',
		headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	})

export const beginSignIn = async (headers: Record<string, string> = {}): Promise<Options> =>
	optionsOf(await post('/api/auth/passkey/options', undefined, headers))
