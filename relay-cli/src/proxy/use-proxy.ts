/** Makes this process use the environment's proxy, for `fetch` and for the sockets of rooms. */
// The objects, not the names: the global agents are replaced when a proxy is set.
import http from 'node:http'
import https from 'node:https'
import { decodable, isProxyAddress, proxyEnvironment } from './proxy-environment.ts'

/** Since Node 24.14. */
const setGlobalProxy = (http as Partial<typeof http>).setGlobalProxyFromEnv

/** Whether this Node can use a proxy at all. */
export const CAN_USE_PROXY = setGlobalProxy !== undefined

let inUse = false

/** Call once, before anything is sent. Returns what is wrong with the environment, or null. */
export function useProxy(env: NodeJS.ProcessEnv = process.env): string | null {
	const environment = proxyEnvironment(env)
	if (environment === null || !setGlobalProxy) return null
	const usable: Record<string, string> = { ...environment }
	for (const name of ['HTTPS_PROXY', 'HTTP_PROXY'] as const) {
		const address = environment[name]
		if (address === undefined) continue
		if (!isProxyAddress(address))
			return `${name} is not the address of a proxy. Set it to one such as http://proxy.example:8080, or unset it.`
		usable[name] = decodable(address)
	}
	setGlobalProxy({ ...usable })
	inUse = true
	return null
}

/** The agent through which a WebSocket to this address is opened; undefined: directly, without one. */
export function agentFor(address: string): http.Agent | undefined {
	if (!inUse) return undefined
	return address.startsWith('wss:') ? https.globalAgent : http.globalAgent
}
