/** Dialogs on Windows, by UI Automation through PowerShell. Unity's are standard dialogs (class #32770). */
import { systemProgram } from '../../platform/system-program.ts'
import {
	type DialogSystem,
	dialogsIn,
	type RunProgram,
	type SystemDialog,
} from './dialog-system.ts'

/** Values come in environment variables, never as a part of the script. */
const FIND = `
$ErrorActionPreference = 'Stop'
[Console]::OutputEncoding = [Text.Encoding]::UTF8
Add-Type -AssemblyName UIAutomationClient, UIAutomationTypes
$element = [System.Windows.Automation.AutomationElement]
$children = [System.Windows.Automation.TreeScope]::Children
$ofProcess = New-Object System.Windows.Automation.PropertyCondition($element::ProcessIdProperty, [int]$env:FAIRLEAD_PID)
$isDialog = New-Object System.Windows.Automation.PropertyCondition($element::ClassNameProperty, '#32770')
function OfType($type) { New-Object System.Windows.Automation.PropertyCondition($element::ControlTypeProperty, $type) }
function TextsOf($dialog) { $dialog.FindAll('Descendants', (OfType ([System.Windows.Automation.ControlType]::Text))) | ForEach-Object { $_.Current.Name } }
function ButtonsOf($dialog) { $dialog.FindAll($children, (OfType ([System.Windows.Automation.ControlType]::Button))) }
function ContentOf($dialog) {
	$parts = @($dialog.Current.Name) + @(TextsOf $dialog) + @('') + @(ButtonsOf $dialog | ForEach-Object { $_.Current.Name })
	$bytes = [Text.Encoding]::UTF8.GetBytes(($parts -join [char]31))
	[Convert]::ToBase64String([Security.Cryptography.SHA256]::Create().ComputeHash($bytes))
}
$dialogs = @()
foreach ($window in $element::RootElement.FindAll($children, $ofProcess)) {
	if ($window.Current.ClassName -eq '#32770') { $dialogs += $window }
	foreach ($owned in $window.FindAll($children, $isDialog)) { $dialogs += $owned }
}
`
const LIST = `${FIND}
ConvertTo-Json -Compress -Depth 3 @($dialogs | ForEach-Object {
	@{
		handle = [string]$_.Current.NativeWindowHandle
		title = $_.Current.Name
		texts = @(TextsOf $_)
		buttons = @(ButtonsOf $_ | ForEach-Object { $_.Current.Name })
		content = ContentOf $_
	}
})
`
const PRESS = `${FIND}
foreach ($dialog in $dialogs) {
	if ([string]$dialog.Current.NativeWindowHandle -ne $env:FAIRLEAD_HANDLE -or (ContentOf $dialog) -cne $env:FAIRLEAD_CONTENT) { continue }
	foreach ($button in ButtonsOf $dialog) {
		if ($button.Current.Name -cne $env:FAIRLEAD_BUTTON) { continue }
		$button.GetCurrentPattern([System.Windows.Automation.InvokePattern]::Pattern).Invoke()
		Write-Output 'pressed'
		exit
	}
}
Write-Output 'not found'
`
/** PrintWindow draws the window itself: what lies above it is not in the picture. */
const PICTURE = `
$ErrorActionPreference = 'Stop'
Add-Type -AssemblyName System.Drawing
Add-Type @"
using System;
using System.Runtime.InteropServices;
public static class FairleadWindow {
	[StructLayout(LayoutKind.Sequential)] public struct Bounds { public int Left, Top, Right, Bottom; }
	[DllImport("user32.dll")] public static extern bool GetWindowRect(IntPtr window, out Bounds bounds);
	[DllImport("user32.dll")] public static extern bool PrintWindow(IntPtr window, IntPtr target, uint flags);
}
"@
$window = [IntPtr][long]$env:FAIRLEAD_HANDLE
$bounds = New-Object FairleadWindow+Bounds
if (-not [FairleadWindow]::GetWindowRect($window, [ref]$bounds)) { throw 'No window.' }
$picture = New-Object System.Drawing.Bitmap(($bounds.Right - $bounds.Left), ($bounds.Bottom - $bounds.Top))
$graphics = [System.Drawing.Graphics]::FromImage($picture)
$target = $graphics.GetHdc()
[void][FairleadWindow]::PrintWindow($window, $target, 2)
$graphics.ReleaseHdc($target)
$bytes = New-Object System.IO.MemoryStream
$picture.Save($bytes, [System.Drawing.Imaging.ImageFormat]::Png)
[Console]::Out.Write([Convert]::ToBase64String($bytes.ToArray()))
`

export function windowsDialogs(run: RunProgram): DialogSystem {
	const script = async (text: string, env: Record<string, string>): Promise<string> => {
		const args = ['-NoProfile', '-NonInteractive', '-Command', text]
		return (await run(systemProgram('powershell'), args, env)).toString('utf8')
	}
	const handleOf = ({ handle }: SystemDialog): string => handle ?? ''
	return {
		find: async (pid) => dialogsIn(await script(LIST, { FAIRLEAD_PID: String(pid) }))[0] ?? null,
		press: async (pid, dialog, button) => {
			const said = await script(PRESS, {
				FAIRLEAD_PID: String(pid),
				FAIRLEAD_HANDLE: handleOf(dialog),
				FAIRLEAD_CONTENT: dialog.content,
				FAIRLEAD_BUTTON: button,
			})
			if (said.trim() !== 'pressed') throw new Error('The dialog is no longer there.')
		},
		picture: async (_pid, dialog) =>
			Buffer.from(await script(PICTURE, { FAIRLEAD_HANDLE: handleOf(dialog) }), 'base64'),
	}
}
