using System.Diagnostics;
using System.Reflection;

namespace Fairlead.Faults;

/// <summary>The messages between the probe inside the domain and the host around it.</summary>
public sealed class HostControl(Executions executions)
{
    /// <summary>The most that the main thread takes to come to the dialog, unless it stands already.</summary>
    private const int DialogWaitMs = 5_000;

    private readonly ManualResetEventSlim noDialog = new(true);
    private readonly ManualResetEventSlim standing = new(false);

    /// <summary>The control of this process.</summary>
    public static HostControl? Current { get; set; }

    /// <summary>The armed faults.</summary>
    public Misbehaviour Faults { get; } = new();

    /// <summary>The faults that struck.</summary>
    public Executions Executions { get; } = executions;

    /// <summary>The tool that ran last.</summary>
    public string LastMethod { get; set; } = "";

    /// <summary>Tells people what the link does.</summary>
    public Action<string> Say { get; set; } = _ => { };

    /// <summary>Makes the main loop look at once.</summary>
    public Action Wake { get; set; } = () => { };

    /// <summary>Files of the assemblies that code in this domain may use.</summary>
    public Func<IReadOnlyList<string>> CodeReferences { get; set; } = () => [];

    /// <summary>Loads an assembly (image, symbols) into this domain.</summary>
    public Func<byte[], byte[], Assembly> LoadCode { get; set; } = Assembly.Load;

    /// <summary>Title of the open dialog; null: none.</summary>
    public string? Dialog { get; private set; }

    /// <summary>
    /// A dialog blocks the main thread until it is closed; by itself after <paramref name="ms"/>. Returns
    /// when the thread stands. Not on the main thread.
    /// </summary>
    public void OpenDialog(string title, int? ms)
    {
        standing.Reset();
        Begin(title);
        Wake();
        standing.Wait(DialogWaitMs);
        if (ms is { } after) _ = Task.Delay(after).ContinueWith(_ => CloseDialog(), TaskScheduler.Default);
    }

    /// <summary>A dialog that the main thread itself opened: blocks until it is closed.</summary>
    public void OpenDialogHere(string title)
    {
        Begin(title);
        WaitForDialog();
    }

    /// <summary>Closes the dialog; the main thread continues.</summary>
    public void CloseDialog()
    {
        Dialog = null;
        noDialog.Set();
    }

    /// <summary>Blocks while a dialog is open. Main thread.</summary>
    public void WaitForDialog()
    {
        if (noDialog.IsSet) return;
        standing.Set();
        noDialog.Wait();
    }

    private void Begin(string title)
    {
        Dialog = title;
        noDialog.Reset();
        Say($"Dialog open: {title}");
    }

    /// <summary>Ends like a crash: nothing is saved, nobody is told.</summary>
    public static void Crash() => Process.GetCurrentProcess().Kill();
}
