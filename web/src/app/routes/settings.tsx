/** `/settings`: a person's own. */
import { useQuery } from '@tanstack/react-query'
import { isSignedOut, meQuery } from '../../data/api/queries.ts'
import { SignedOut } from '../../data/person/signed-out.tsx'
import { useTitle } from '../../data/title.ts'
import { Account } from '../../features/settings/account/account.tsx'
import { ApiTokens } from '../../features/settings/account/api-tokens.tsx'
import { Appearance } from '../../features/settings/account/appearance.tsx'
import { Passkeys } from '../../features/settings/account/passkeys.tsx'
import { Sessions } from '../../features/settings/account/sessions.tsx'
import { YourData } from '../../features/settings/account/your-data.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'

/** Not needed for the first paint. */
const ModelKeys = lazyPart(() => import('../../features/model-keys/model-keys.tsx'), {
	what: 'The list of model keys',
})
const SectionIndex = lazyPart(() => import('../../ui/section-index.tsx'))
const Skills = lazyPart(() => import('../../features/skills/skills.tsx'), {
	what: 'The list of skills',
})
const SavedPrompts = lazyPart(() => import('../../features/saved-prompts/saved-prompts.tsx'), {
	what: 'The list of saved prompts',
})
const Connections = lazyPart(() => import('../../features/settings/account/connections.tsx'), {
	what: 'The list of connections',
})
const Notifications = lazyPart(
	() =>
		import('../../features/settings/account/notifications.tsx').then((m) => ({
			default: m.Notifications,
		})),
	{ what: 'The choice of notifications' },
)
const AccountActivity = lazyPart(() => import('../../features/audit/account-activity.tsx'), {
	what: 'The activity',
})

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
			<SectionIndex />
			{!isHeld && <Account />}
			{!isHeld && !onTrial && (
				<>
					<ModelKeys />
					<Skills />
					<SavedPrompts />
				</>
			)}
			{!isHeld && !onTrial && <Passkeys />}
			<Sessions />
			{!isHeld && !onTrial && <ApiTokens />}
			{!isHeld && !onTrial && <Connections />}
			<AccountActivity />
			{!isHeld && <Notifications />}
			<Appearance />
			<YourData />
		</main>
	)
}
