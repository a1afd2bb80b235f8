/** Addresses of remotes, as people and models see them. */

/** Without passwords, and without names except those of SSH, which belong to the address (`ssh://git@…`). */
export const withoutCredentials = (address: string): string =>
	address.replace(
		/^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)@/i,
		(_, scheme: string, credentials: string) =>
			/ssh/i.test(scheme) ? `${scheme}${credentials.split(':')[0]}@` : scheme,
	)

/** Transports that a push may use, by git's names, for `GIT_ALLOW_PROTOCOL`. Every other one is a program of any kind. */
export const TRANSPORTS = ['https', 'ssh', 'git', 'file'] as const

/** Whether git would use one of {@link TRANSPORTS}. A path, and `host:path` of SSH, name none. */
export function isUsable(address: string): boolean {
	const [, scheme] = /^([a-z][a-z0-9+.-]*):(?::|\/\/)/i.exec(address) ?? []
	if (scheme === undefined) return true
	const transport = /^(?:git\+ssh|ssh\+git)$/.test(scheme) ? 'ssh' : scheme
	return !address.includes('::') && (TRANSPORTS as readonly string[]).includes(transport)
}
