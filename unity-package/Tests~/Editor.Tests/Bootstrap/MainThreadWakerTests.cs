using Fairlead.Editor.Bootstrap;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Tests;

/// <summary>Without being woken an editor in the background leaves calls waiting until somebody clicks it.</summary>
public sealed class MainThreadWakerTests
{
    private readonly List<uint> posted = [];

    private ThreadMessages Messages(bool taken = true) => new(() => 42, thread =>
    {
        posted.Add(thread);
        return taken;
    });

    [Fact]
    public void Unity_s_own_signal_is_used_where_there_is_one()
    {
        while (EditorLoop.WaitForSignal(0)) { }
        MainThreadWaker.Find(typeof(EditorApplication), true, Messages())();
        Assert.True(EditorLoop.WaitForSignal(0));
        Assert.Empty(posted);
    }

    [Fact]
    public void Its_own_thread_cannot_wake_the_loop()
    {
        var before = EngineProcess.MainThread;
        EngineProcess.MainThread = Thread.CurrentThread;
        try
        {
            var wake = MainThreadWaker.Find(typeof(EditorApplication), true, Messages());
            while (EditorLoop.WaitForSignal(0)) { }
            wake();
            Assert.False(EditorLoop.WaitForSignal(0));
            var other = new Thread(() => wake());
            other.Start();
            other.Join();
            Assert.True(EditorLoop.WaitForSignal(0));
        }
        finally
        {
            EngineProcess.MainThread = before;
        }
    }

    [Fact]
    public void Without_it_Windows_wakes_the_thread_that_asked()
    {
        var wake = MainThreadWaker.Find(typeof(Without), true, Messages());
        Assert.Empty(posted);
        wake();
        wake();
        Assert.Equal([42u, 42u], posted);
    }

    [Fact]
    public void Elsewhere_and_where_nobody_listens_nothing_happens()
    {
        MainThreadWaker.Find(typeof(Without), false, Messages())();
        Assert.Empty(posted);
        var wake = MainThreadWaker.Find(typeof(Without), true, Messages(false));
        wake();
        wake();
        Assert.Single(posted);
        // The system may have no such library.
        MainThreadWaker.Find(typeof(Without), true, new ThreadMessages(() => throw new DllNotFoundException(), _ => true))();
        MainThreadWaker.Find(typeof(Other), true, Messages())();
        Assert.Equal(2, posted.Count);
    }

    private static class Without
    {
    }

    /// <summary>A member of the same name that is something else.</summary>
    private static class Other
    {
        internal static int SignalTick() => 0;
    }
}
