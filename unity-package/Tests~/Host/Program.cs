using System.Runtime.InteropServices;
using Fairlead.Faults;
using Fairlead.Host;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

const int WrongUse = 2;

HostOptions options;
try
{
    options = HostOptions.Parse(args);
}
catch (FormatException e)
{
    Console.Error.WriteLine(e.Message);
    return WrongUse;
}
if (options.WantsHelp)
{
    Console.WriteLine(HostOptions.Help);
    return 0;
}

ProjectFolder project;
try
{
    project = ProjectFolder.Open(options.Project, options.Name);
}
catch (ProjectException e)
{
    Console.Error.WriteLine(e.Message);
    return WrongUse;
}

using (project)
{
    var output = new Lock();
    void Write(JObject line)
    {
        lock (output) Console.Out.WriteLine(line.ToString(Formatting.None));
    }
    void Say(string sentence)
    {
        if (options.Control) Write(new JObject { ["event"] = "said", ["text"] = sentence });
        else
            lock (output) Console.Out.WriteLine($"{DateTime.Now:HH:mm:ss}  {sentence}");
    }

    var control = HostControl.Current = new HostControl(new Executions(options.Ledger)) { Say = Say };
    foreach (var fault in options.Faults) control.Faults.Add(fault);
    var editor = new HeadlessEditor(options, project, control);

    void End(PosixSignalContext context)
    {
        context.Cancel = true;
        EditorLoop.RequestExit(0);
        control.CloseDialog();
    }
    using var interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, End);
    using var terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, End);
    using var hangUp = PosixSignalRegistration.Create(PosixSignal.SIGHUP, End);

    // An event of the engine would not outlive a reload.
    if (options.Verbose) EngineLog.Mirror = (type, message, stack) => Console.Error.WriteLine($"[{type}] {message}\n{stack}".TrimEnd());
    // Console.In reads synchronously, whatever its methods are called. Before the project is open, which Safe Mode may
    // hold up for long: the end of standard input ends the editor then too.
    if (options.Control) _ = Task.Run(() => new ControlChannel(editor, control, Write).Run(Console.In));
    editor.Open();
    Say($"{(project.IsNew ? "New project" : "Project")} {project.Path} (Unity {EngineProcess.Version} on plain .NET). Press Ctrl-C to stop "
        + $"it.");
    if (options.Control) Write(new JObject { ["event"] = "ready", ["pid"] = Environment.ProcessId, ["project"] = project.Path });
    return editor.Run();
}
