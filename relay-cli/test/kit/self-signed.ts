/** A certificate that signs itself, for servers of tests: Node can read one, but not make one. */
import { generateKeyPairSync, sign } from 'node:crypto'

const DAY_MS = 86_400_000
const OID = {
	commonName: '550403',
	subjectAltName: '551d11',
	ecdsaSha256: '2a8648ce3d040302',
} as const

/** One value of ASN.1 in its distinguished encoding. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
	const body = Buffer.concat(parts)
	const { length } = body
	const size =
		length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
	return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const time = (at: number): Buffer => {
	const text = new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '')
	return der(0x18, Buffer.from(text))
}

export interface Certificate {
	readonly key: string
	readonly cert: string
}

/** @param validFor milliseconds from now; negative: expired */
export function selfSigned(hostName: string, validFor = DAY_MS): Certificate {
	const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const algorithm = sequence(oid(OID.ecdsaSha256))
	const name = sequence(der(0x31, sequence(oid(OID.commonName), der(0x0c, Buffer.from(hostName)))))
	const alternative = sequence(der(0x82, Buffer.from(hostName)))
	const now = Date.now()
	const body = sequence(
		der(0xa0, der(0x02, Buffer.from([2]))),
		der(0x02, Buffer.from([1])),
		algorithm,
		name,
		sequence(time(now - 2 * DAY_MS), time(now + validFor)),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
		der(0xa3, sequence(sequence(oid(OID.subjectAltName), der(0x04, alternative)))),
	)
	const signature = sign('sha256', body, privateKey)
	const whole = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature))
	const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
	}
}
