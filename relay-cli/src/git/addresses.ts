/** Addresses of remotes, as people and models see them. */

/** Without passwords, and without names except those of SSH, which belong to the address (`ssh://git@…`). */
export const withoutCredentials = (address: string): string =>
	address.replace(
		/^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)@/i,
		(_, scheme: string, credentials: string) =>
			/ssh/i.test(scheme) ? `${scheme}${credentials.split(':')[0]}@` : scheme,
	)
