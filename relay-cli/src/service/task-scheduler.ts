/** The task of Windows that starts the relay when its user logs in. Pure. */
import type { ServiceProgram } from './service-plan.ts'
import { xmlText } from './xml.ts'

export const TASK_NAME = 'Fairlead relay'

/** Quoted as Windows programs read their command line: backslashes count only before a quotation mark. */
export function windowsArgument(text: string): string {
	if (text !== '' && !/[\s"]/.test(text)) return text
	return `"${text.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`
}

/**
 * `--detach`, because a program that the task itself runs has a console window. The task ends at once, so the
 * system does not restart a relay that failed.
 */
export function taskXml({ node, script, setUp }: ServiceProgram, userName: string): string {
	const args = [...script, 'up', '--detach', '--setup', setUp].map(windowsArgument).join(' ')
	const user = xmlText(userName)
	return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
	<RegistrationInfo>
		<Description>Connects the Unity Editors on this machine to their agent.</Description>
	</RegistrationInfo>
	<Triggers>
		<LogonTrigger>
			<Enabled>true</Enabled>
			<UserId>${user}</UserId>
		</LogonTrigger>
	</Triggers>
	<Principals>
		<Principal id="Author">
			<UserId>${user}</UserId>
			<LogonType>InteractiveToken</LogonType>
			<RunLevel>LeastPrivilege</RunLevel>
		</Principal>
	</Principals>
	<Settings>
		<MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
		<DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
		<StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
		<ExecutionTimeLimit>PT5M</ExecutionTimeLimit>
		<Enabled>true</Enabled>
	</Settings>
	<Actions Context="Author">
		<Exec>
			<Command>${xmlText(node)}</Command>
			<Arguments>${xmlText(args)}</Arguments>
		</Exec>
	</Actions>
</Task>
`
}
