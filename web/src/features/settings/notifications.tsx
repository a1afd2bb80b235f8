import { chooseNotify, type NotifyChoice, useNotifyChoice } from '../../data/notify-choice.ts'
import { Row, Section } from '../../ui/section.tsx'
import { Switch } from '../../ui/switch.tsx'

const DETAIL: Readonly<Record<NotifyChoice, string>> = {
	on: 'Shown in this browser while Fairlead is open and no tab of it is visible.',
	off: 'Shown in this browser while Fairlead is open and no tab of it is visible.',
	blocked:
		'This browser blocks notifications from this site. Allow them in the browser’s settings for this site, then come back.',
	missing: 'This browser has no notifications.',
}

/** Settings of this browser, not of the person. */
export function Notifications() {
	const choice = useNotifyChoice()
	const possible = choice === 'on' || choice === 'off'
	return (
		<Section id="notifications" title="Browser notifications">
			<Row
				title={<span id="notify-label">Notify me when the agent needs me</span>}
				detail={<span id="notify-detail">{DETAIL[choice]}</span>}
				action={
					<Switch
						labelledBy="notify-label"
						describedBy="notify-detail"
						on={choice === 'on'}
						disabled={!possible}
						onChange={(on) => void chooseNotify(on)}
					/>
				}
			/>
		</Section>
	)
}
