/**
 * The proxy that the environment asks for: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in capitals or not,
 * as curl and Node read them. Pure.
 */

export interface ProxyEnvironment {
	readonly HTTP_PROXY?: string
	readonly HTTPS_PROXY?: string
	readonly NO_PROXY: string
}

/** Never through a proxy: it would ask the proxy's own machine. */
const LOOPBACK = ['localhost', '127.0.0.1', '::1', '[::1]']

const variable = (env: NodeJS.ProcessEnv, name: string): string | undefined =>
	env[name.toLowerCase()]?.trim() || env[name]?.trim() || undefined

export const isProxyAddress = (text: string): boolean =>
	URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** A user name or password of a proxy's address. A `%` that encodes nothing stands for itself. */
export const decoded = (text: string): string =>
	text.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
		try {
			return decodeURIComponent(encoded)
		} catch {
			return encoded
		}
	})

/** The address with a user name and password that Node can decode: it ends at a `%` that encodes nothing. */
export function decodable(address: string): string {
	const url = new URL(address)
	if (!url.username.includes('%') && !url.password.includes('%')) return address
	url.username = encodeURIComponent(decoded(url.username))
	url.password = encodeURIComponent(decoded(url.password))
	return url.href
}

/** Returns null if no proxy is set. */
export function proxyEnvironment(env: NodeJS.ProcessEnv): ProxyEnvironment | null {
	const HTTP_PROXY = variable(env, 'HTTP_PROXY')
	const HTTPS_PROXY = variable(env, 'HTTPS_PROXY')
	if (HTTP_PROXY === undefined && HTTPS_PROXY === undefined) return null
	const given = variable(env, 'NO_PROXY')
	return {
		...(HTTP_PROXY === undefined ? {} : { HTTP_PROXY }),
		...(HTTPS_PROXY === undefined ? {} : { HTTPS_PROXY }),
		NO_PROXY: [...LOOPBACK, ...(given === undefined ? [] : [given])].join(','),
	}
}

/** The proxy for this address, without its password; null: it is reached directly. */
export function proxyOf(address: URL, environment: ProxyEnvironment | null): string | null {
	if (environment === null) return null
	const secure = address.protocol === 'https:' || address.protocol === 'wss:'
	const proxy = secure ? environment.HTTPS_PROXY : environment.HTTP_PROXY
	if (proxy === undefined || isExempt(address, environment.NO_PROXY)) return null
	if (!isProxyAddress(proxy)) return 'an address that is not valid'
	const { protocol, host } = new URL(proxy)
	return `${protocol}//${host}`
}

function isExempt(address: URL, noProxy: string): boolean {
	const host = address.hostname.toLowerCase()
	const hostAndPort = `${host}:${address.port || (/s:$/.test(address.protocol) ? 443 : 80)}`
	return noProxy
		.toLowerCase()
		.split(/[\s,]+/)
		.filter((entry) => entry !== '')
		.some((entry) => {
			if (entry === '*' || entry === host || entry === hostAndPort) return true
			const suffix = entry.startsWith('*.') ? entry.slice(1) : entry
			return suffix.startsWith('.') && host.endsWith(suffix)
		})
}
