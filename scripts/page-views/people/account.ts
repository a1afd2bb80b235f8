/** The account of a member who is not the owner, as the server would describe it: this stack has only its owner. */
import type { Page } from 'playwright-core'

const DAY_MS = 86_400_000

export async function showPasskeys({ page }: { readonly page: Page }): Promise<void> {
	const at = Date.now()
	const passkey = { backedUp: true, createdAt: at - 40 * DAY_MS, lastUsedAt: at - DAY_MS }
	const project = (n: number, name: string) => ({
		id: `prj_00000000000${n}`,
		name,
		conversations: n,
	})
	await page.route('**/api/account', (route) =>
		route.fulfill({
			json: {
				userId: 'usr_0000000001',
				name: 'Ada Lovelace',
				role: 'member',
				createdAt: at,
				signInMethods: [
					{ kind: 'passkeys', count: 2 },
					{ kind: 'identity', provider: 'github', label: 'ada' },
					{ kind: 'mail', email: 'ada.lovelace@a-rather-long-name-of-a-studio.example' },
				],
			},
		}),
	)
	await page.route('**/api/passkeys', (route) =>
		route.fulfill({
			json: {
				passkeys: [
					{ ...passkey, id: 'psk_0000000001', name: 'Studio laptop' },
					{
						...passkey,
						id: 'psk_0000000002',
						backedUp: false,
						lastUsedAt: null,
						name: 'The security key with the long name that hangs on the ring with all the other keys',
					},
				],
			},
		}),
	)
	await page.route('**/api/passkeys/*', (route) =>
		route.fulfill({
			status: 409,
			contentType: 'application/problem+json',
			json: {
				type: 'urn:fairlead:problem:last_way_in',
				code: 'last_way_in',
				status: 409,
				title: 'Nothing else signs you in.',
			},
		}),
	)
	await page.route('**/api/account/deletion', (route) =>
		route.fulfill({
			json: {
				deletes: [project(1, 'Playground'), project(12, 'The game with the maze')],
				leaves: [project(3, 'Studio')],
				blocked: [project(5, 'Jam with friends')],
			},
		}),
	)
	await page.goto(new URL('/settings', page.url()).href)
}

/** The page of a person whom the operator has suspended. */
export async function showSuspended(page: Page): Promise<void> {
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await page.route('**/api/me', (route) =>
		route.fulfill({
			json: {
				userId: 'usr_0000000001',
				name: 'Ada Lovelace',
				role: 'member',
				suspended: 'Runs that mine coins, reported on 21 November.',
			},
		}),
	)
	await page.goto(new URL('/', page.url()).href)
	await page.getByText('Your account is suspended').waitFor({ timeout: 60_000 })
	await page.unroute('**/api/me')
}
