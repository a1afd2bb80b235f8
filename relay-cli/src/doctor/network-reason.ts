/** A failed request in words, with what to do. Pure. */

interface Reason {
	readonly found: string
	readonly fix: string
}

/** The error codes along the chain of causes, outermost first. */
function codesOf(error: unknown): string[] {
	const codes: string[] = []
	for (let at: unknown = error; at instanceof Error; at = at.cause)
		codes.push('code' in at && typeof at.code === 'string' ? at.code : at.name)
	return codes
}

const TIMEOUTS: ReadonlySet<string> = new Set([
	'TimeoutError',
	'ETIMEDOUT',
	'UND_ERR_CONNECT_TIMEOUT',
	'UND_ERR_HEADERS_TIMEOUT',
])
const CERTIFICATE = /^(?:UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|CERT_|ERR_TLS)/

export function networkReason(error: unknown, host: string): Reason {
	const codes = codesOf(error)
	const certificate = codes.find((code) => CERTIFICATE.test(code))
	if (certificate !== undefined) return certificateReason(certificate, host)
	if (codes.some((code) => code === 'ENOTFOUND' || code === 'EAI_AGAIN'))
		return {
			found: `The name ${host} cannot be resolved.`,
			fix: 'Check the address and the network connection. Behind a company proxy, set HTTPS_PROXY.',
		}
	if (codes.includes('ECONNREFUSED'))
		return {
			found: 'Nothing answers at this address (ECONNREFUSED).',
			fix: 'Start the server, or correct the address.',
		}
	if (codes.some((code) => TIMEOUTS.has(code)))
		return {
			found: 'The server did not answer in time.',
			fix: 'Check the network connection. A firewall may drop the connection; behind a company proxy, set HTTPS_PROXY.',
		}
	return {
		found: `The server could not be reached (${codes.at(-1) ?? 'no reason given'}).`,
		fix: 'Check the network connection and the address.',
	}
}

function certificateReason(code: string, host: string): Reason {
	switch (code) {
		case 'CERT_HAS_EXPIRED':
		case 'CERT_NOT_YET_VALID':
			return {
				found: `The certificate of ${host} is not valid at this machine's time (${code}).`,
				fix: 'Check the clock of this machine; otherwise the certificate of the server must be renewed.',
			}
		case 'ERR_TLS_CERT_ALTNAME_INVALID':
			return {
				found: `The certificate is not one for ${host}.`,
				fix: 'Link the folder with the name that the certificate is for.',
			}
		default:
			return {
				found: `The certificate of ${host} is not trusted (${code}).`,
				fix: 'If your company inspects connections, or the server signs its own certificate, set NODE_EXTRA_CA_CERTS to a file with that certificate.',
			}
	}
}
