/** Ids: `<prefix>_<10 characters of time><14 of randomness>`, Crockford base32, sortable by creation. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_LENGTH = 10
const RANDOM_LENGTH = 14

export type IdPrefix =
	| 'usr'
	| 'ses'
	| 'prj'
	| 'cnv'
	| 'msg'
	| 'run'
	| 'rtk'
	| 'atk'
	| 'blb'
	| 'obx'
	| 'grt'
	| 'rev'
	| 'chg'
	| 'pai'
	| 'psk'
	| 'inv'
	| 'ivu'
	| 'aud'
	| 'shr'
	| 'vis'
	| 'aut'
	| 'dlv'
	| 'mcs'
	| 'rpt'
	| 'rpm'
	| 'mcp'
	| 'mcc'
	| 'evo'

export function newId(prefix: IdPrefix, now = Date.now()): string {
	let time = ''
	for (let i = 0, t = now; i < TIME_LENGTH; i++, t = Math.floor(t / 32)) {
		time = `${ALPHABET[t % 32]}${time}`
	}
	const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH))
	let random = ''
	for (const byte of bytes) random += ALPHABET[byte % 32]
	return `${prefix}_${time}${random}`
}
