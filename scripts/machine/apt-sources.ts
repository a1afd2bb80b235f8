/**
 * A machine's own entries for apt, as archives of sources. An entry is kept as it is but for its type, since only apt
 * itself knows all of its options: each archive is checked with the keys that the machine checks it with. Pure.
 */

/**
 * The addresses of the distribution's archives, by the file that names them. Archives of others need not have sources.
 *
 * @param targets lines of `apt-get indextargets --format '$(ORIGIN)|$(REPO_URI)|$(SOURCESENTRY)'`
 * @param osRelease the text of `/etc/os-release`
 */
export function archivesOf(
	targets: string,
	osRelease: string,
): ReadonlyMap<string, ReadonlySet<string>> {
	const distributions = new Set(
		[...osRelease.matchAll(/^(?:ID|ID_LIKE)="?([^"\n]*)"?$/gm)].flatMap(([, ids = '']) =>
			ids.split(' '),
		),
	)
	const archives = new Map<string, Set<string>>()
	for (const target of targets.split('\n')) {
		const [origin = '', uri = '', entry = ''] = target.split('|')
		if (entry === '' || !distributions.has(origin.toLowerCase())) continue
		// Behind the colon is where in the file it is.
		const file = entry.replace(/:\d+$/, '')
		archives.set(file, (archives.get(file) ?? new Set()).add(plain(uri)))
	}
	return archives
}

/** The entries of one file for these archives, with the type of archives of sources. */
export function asSources(file: string, text: string, uris: ReadonlySet<string>): string {
	return file.endsWith('.sources') ? stanzas(text, uris) : lines(text, uris)
}

function stanzas(text: string, uris: ReadonlySet<string>): string {
	const kept = text.split(/\n[ \t]*\n/).filter((stanza) => {
		const given = /^URIs:(.*(?:\n[ \t].*)*)/im.exec(stanza)?.[1] ?? ''
		if (/^Enabled:\s*(no|false|0|off|without|disable)\s*$/im.test(stanza)) return false
		return given.split(/\s+/).some((uri) => uris.has(plain(uri)))
	})
	return kept
		.map((stanza) => `${stanza.trim().replace(/^Types:.*$/im, 'Types: deb-src')}\n`)
		.join('\n')
}

function lines(text: string, uris: ReadonlySet<string>): string {
	return text
		.split('\n')
		.filter((line) => {
			const uri = /^\s*deb\s+(?:\[[^\]]*\]\s*)?(\S+)/.exec(line)?.[1]
			return uri !== undefined && uris.has(plain(uri))
		})
		.map((line) => `${line.trim().replace(/^deb/, 'deb-src')}\n`)
		.join('')
}

const plain = (uri: string): string => uri.replace(/\/+$/, '')
