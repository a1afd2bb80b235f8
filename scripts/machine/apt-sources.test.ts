/** Which archives pMARS' source package is looked for in, and with whose keys they are checked. */
import { expect, test } from 'vitest'
import { archivesOf, asSources } from './apt-sources.ts'

const DEBIAN = 'PRETTY_NAME="Debian GNU/Linux 12"\nVERSION_ID="12"\nID=debian\n'
const MINT = 'NAME="Linux Mint"\nID=linuxmint\nID_LIKE="ubuntu debian"\n'
const PARTS = '/etc/apt/sources.list.d'

test("the distribution's archives are found, and no others", () => {
	const targets = [
		`Debian|http://deb.debian.org/debian/|${PARTS}/debian.sources:1`,
		`Debian|http://deb.debian.org/debian-security/|${PARTS}/debian.sources:2`,
		`. nodistro|https://deb.nodesource.com/node_20.x/|${PARTS}/nodesource.list:1`,
		`Debian|http://deb.debian.org/debian/|/etc/apt/sources.list:3`,
		'',
	].join('\n')
	expect([...archivesOf(targets, DEBIAN)]).toEqual([
		[
			`${PARTS}/debian.sources`,
			new Set(['http://deb.debian.org/debian', 'http://deb.debian.org/debian-security']),
		],
		['/etc/apt/sources.list', new Set(['http://deb.debian.org/debian'])],
	])
	const ubuntu = 'Ubuntu|http://archive.ubuntu.com/ubuntu/|/etc/apt/sources.list:1'
	expect(archivesOf(ubuntu, MINT).size).toBe(1)
	expect(archivesOf(ubuntu, DEBIAN).size).toBe(0)
})

test('a line keeps its options', () => {
	const text = `# deb http://deb.debian.org/debian old main
deb [arch=amd64 signed-by=/usr/share/keyrings/ours.gpg] http://deb.debian.org/debian/ bookworm main contrib
deb [signed-by=/usr/share/keyrings/node.gpg] https://deb.nodesource.com/node_20.x nodistro main
deb-src http://deb.debian.org/debian bookworm main
deb http://deb.debian.org/debian-security bookworm-security main
`
	expect(
		asSources('/etc/apt/sources.list', text, new Set(['http://deb.debian.org/debian'])),
	).toBe(`deb-src [arch=amd64 signed-by=/usr/share/keyrings/ours.gpg] http://deb.debian.org/debian/ bookworm main contrib
`)
})

test('a stanza keeps its fields', () => {
	const text = `Types: deb deb-src
# A comment.
URIs: http://deb.debian.org/debian/
Suites: bookworm bookworm-updates
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 mQ==

Types: deb
URIs: https://deb.nodesource.com/node_20.x
Suites: nodistro
Components: main
Signed-By: /usr/share/keyrings/node.gpg

Enabled: no
Types: deb
URIs: http://deb.debian.org/debian
Suites: trixie
Components: main
`
	expect(
		asSources(`${PARTS}/debian.sources`, text, new Set(['http://deb.debian.org/debian'])),
	).toBe(`Types: deb-src
# A comment.
URIs: http://deb.debian.org/debian/
Suites: bookworm bookworm-updates
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 mQ==
`)
})
