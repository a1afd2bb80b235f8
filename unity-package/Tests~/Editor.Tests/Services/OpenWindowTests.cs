using Fairlead.Editor.Bootstrap;
using Fairlead.Editor.Windows;
using UnityEditor;
using UnityEngine;
using UnityEngine.UIElements;

namespace Fairlead.Editor.Tests.Services;

/// <summary>An open window that stands still tells the user that the relay is away long after it came.</summary>
[Collection("engine")]
public sealed class OpenWindowTests : IDisposable
{
    private const string PausedKey = "Fairlead.Paused";
    private readonly IEngineClock before = EngineProcess.Clock;
    private readonly ManualClock clock = new();

    public OpenWindowTests()
    {
        EngineProcess.Clock = clock;
        // Nothing is dialled from here, also where another test has woken the package before.
        SessionState.SetBool(PausedKey, true);
        FairleadEditor.Pause();
    }

    public void Dispose()
    {
        SessionState.EraseBool(PausedKey);
        EngineProcess.Clock = before;
    }

    [Fact]
    public void It_follows_what_happens_ten_times_a_second()
    {
        var window = EditorWindow.GetWindow<FairleadWindow>("Fairlead");
        try
        {
            string Title() => ((Label)window.rootVisualElement[0]).text;
            EditorLoop.Tick();
            Assert.Equal("Paused", Title());
            SessionState.EraseBool(PausedKey);
            clock.Advance(0.05);
            EditorLoop.Tick();
            Assert.Equal("Paused", Title());
            clock.Advance(0.06);
            EditorLoop.Tick();
            Assert.Equal("Off", Title());
        }
        finally
        {
            window.Close();
        }
        Assert.DoesNotContain(window, EditorWindow.All);
    }
}
