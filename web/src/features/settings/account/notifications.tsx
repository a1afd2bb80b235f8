import { useMutation, useQuery } from '@tanstack/react-query'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import {
	chooseAgentNotify,
	chooseNotify,
	type NotifyChoice,
	type NotifyWish,
	notifyChoice,
	useAgentNotifyChoice,
	useNotifyChoice,
} from '../../../data/person/notify-choice.ts'
import { canPush, subscribePush, unsubscribePush } from '../../../data/person/push.ts'
import { Choices } from '../../../ui/form/choices.tsx'
import { Row, Section } from '../../../ui/section.tsx'

const CHOICES: readonly { value: NotifyWish; label: string }[] = [
	{ value: 'off', label: 'Off' },
	{ value: 'on', label: 'While open' },
	{ value: 'push', label: 'Always' },
]

const DETAIL: Readonly<Record<NotifyChoice, string>> = {
	off: 'In this browser.',
	on: 'In this browser, while Fairlead is open and no tab of it is visible.',
	push: 'In this browser, also while Fairlead is closed, until you sign out. The browser’s push service learns that something needs you, and not what.',
	blocked:
		'This browser blocks notifications from this site. Allow them in the browser’s settings for this site, then come back.',
	missing:
		'This browser has no notifications. On an iPhone or iPad, add Fairlead to the Home Screen first.',
}

const OF_AGENTS: Readonly<Record<NotifyWish, string>> = {
	off: 'In this browser.',
	on: 'In this browser, while a page of its project is open and no tab of Fairlead is visible.',
	push: 'In this browser, also while Fairlead is closed, with the name of the project. The browser’s push service learns that an agent waits, and not which.',
}

/** Settings of this browser, not of the person. */
export function Notifications() {
	const choice = useNotifyChoice()
	const ofAgents = useAgentNotifyChoice()
	const possible = choice !== 'blocked' && choice !== 'missing'
	const choose = useMutation({
		mutationFn: async (wish: NotifyWish) => {
			if (notifyChoice() === 'push') await unsubscribePush()
			await chooseNotify(wish)
		},
	})
	const subscribed = useQuery({
		// Another wish is told by itself, also while the first one is still on its way.
		queryKey: ['push', ofAgents],
		queryFn: () => subscribePush().then(() => true),
		enabled: choice === 'push',
		staleTime: 0,
		retry: false,
	})
	const wishes = CHOICES.filter(({ value }) => value !== 'push' || canPush())
	return (
		<Section id="notifications" title="Browser notifications">
			<Row
				title="Notify me when the agent needs me"
				detail={DETAIL[choice]}
				action={
					possible && (
						<Choices
							label="Notify me when the agent needs me"
							name="notify"
							value={choice}
							choices={wishes}
							onChoose={choose.mutate}
						/>
					)
				}
			/>
			{(choice === 'on' || choice === 'push') && (
				<Row
					title="Also when a coding agent has finished its turn"
					detail={OF_AGENTS[ofAgents]}
					action={
						<Choices
							label="Also when a coding agent has finished its turn"
							name="notify-agents"
							value={ofAgents}
							choices={CHOICES.filter(({ value }) => value !== 'push' || choice === 'push')}
							onChoose={chooseAgentNotify}
						/>
					}
				/>
			)}
			{choice === 'push' && subscribed.error && (
				<ErrorNote
					error={subscribed.error}
					onRetry={() => void subscribed.refetch()}
					className="m-3"
				/>
			)}
			{choose.error && <ErrorNote error={choose.error} className="m-3" />}
		</Section>
	)
}
