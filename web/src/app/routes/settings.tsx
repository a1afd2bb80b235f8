/** `/settings`: a person's own. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { isSignedOut, meQuery } from '../../data/api/queries.ts'
import { SignedOut } from '../../data/person/signed-out.tsx'
import { useTitle } from '../../data/title.ts'
import { Account } from '../../features/settings/account/account.tsx'
import { ApiTokens } from '../../features/settings/account/api-tokens.tsx'
import { Appearance } from '../../features/settings/account/appearance.tsx'
import { Passkeys } from '../../features/settings/account/passkeys.tsx'
import { Sessions } from '../../features/settings/account/sessions.tsx'
import { YourData } from '../../features/settings/account/your-data.tsx'

/** Not needed for the first paint. */
const ModelKeys = lazy(() => import('../../features/model-keys/model-keys.tsx'))
const SectionIndex = lazy(() => import('../../ui/section-index.tsx'))
const Skills = lazy(() => import('../../features/skills/skills.tsx'))
const SavedPrompts = lazy(() => import('../../features/saved-prompts/saved-prompts.tsx'))
const Connections = lazy(() => import('../../features/settings/account/connections.tsx'))
const Notifications = lazy(() =>
	import('../../features/settings/account/notifications.tsx').then((m) => ({
		default: m.Notifications,
	})),
)
const AccountActivity = lazy(() => import('../../features/audit/account-activity.tsx'))

export default function SettingsRoute() {
	const me = useQuery(meQuery)
	useTitle('Settings')
	if (isSignedOut(me.error)) return <SignedOut />
	// Ways back in and for scripts need an account.
	const onTrial = me.data?.role === 'trial'
	// A suspended account keeps only its sessions and its data.
	const isHeld = me.data?.suspended !== undefined
	return (
		<main className="relative mx-auto w-full max-w-3xl flex-1 px-4 pt-8 pb-16">
			<h1 className="text-title font-semibold tracking-tight">Settings</h1>
			{me.data && <p className="mt-0.5 text-line text-muted">Signed in as {me.data.name}</p>}
			<Suspense fallback={null}>
				<SectionIndex />
			</Suspense>
			{!isHeld && <Account />}
			{!isHeld && !onTrial && (
				<Suspense fallback={null}>
					<ModelKeys />
					<Skills />
					<SavedPrompts />
				</Suspense>
			)}
			{!isHeld && !onTrial && <Passkeys />}
			<Sessions />
			{!isHeld && !onTrial && <ApiTokens />}
			{!isHeld && !onTrial && (
				<Suspense fallback={null}>
					<Connections />
				</Suspense>
			)}
			<Suspense fallback={null}>
				<AccountActivity />
			</Suspense>
			<Suspense fallback={null}>{!isHeld && <Notifications />}</Suspense>
			<Appearance />
			<YourData />
		</main>
	)
}
