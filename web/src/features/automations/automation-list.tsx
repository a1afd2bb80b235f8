/** Automations, newest first, each with what came of its last delivery. */
import type { ListedAutomation } from '@fairlead/protocol/automations/automations'
import { visible } from '@fairlead/protocol/view/visible'
import { automationPath } from '../../data/address.ts'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/link.tsx'
import { RelativeTime } from '../../ui/text/time.tsx'
import { Verdict } from './deliveries/verdict.tsx'
import { triggerWords } from './words.ts'

export function AutomationList(props: { projectId: string; list: readonly ListedAutomation[] }) {
	return (
		<ul
			aria-label="Automations"
			className="mt-4 divide-y divide-edge rounded-lg border border-edge bg-surface"
		>
			{props.list.map((automation) => {
				const { id, name, trigger, enabled, lastDelivery, reportsOff } = automation
				return (
					<li key={id} className="first:rounded-t-lg last:rounded-b-lg hover:bg-hover">
						<Link
							to={automationPath(props.projectId, id)}
							className="focus-inset flex min-h-14 flex-wrap items-center gap-x-4 gap-y-0.5 rounded-lg px-4 py-2.5"
						>
							<span className="min-w-0 flex-1 basis-52">
								<span className={cx('block font-medium wrap-anywhere', !enabled && 'text-muted')}>
									{visible(name)}
								</span>
								<span className="block text-line text-muted">
									{triggerWords(trigger)}
									{!enabled && ' · off'}
									{reportsOff > 0 && (
										<span className="text-warn"> · a report was switched off</span>
									)}
								</span>
							</span>
							<span className="tabular flex flex-wrap items-center gap-x-4 text-line text-muted max-md:w-full">
								{lastDelivery ? (
									<>
										<Verdict delivery={lastDelivery} />
										<RelativeTime at={lastDelivery.receivedAt} className="min-w-12 md:text-right" />
									</>
								) : (
									'No deliveries yet'
								)}
							</span>
						</Link>
					</li>
				)
			})}
		</ul>
	)
}
