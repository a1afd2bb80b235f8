#nullable enable
using System;

namespace UnityEngine
{
    public enum AudioSpeakerMode
    {
        [Obsolete("Unity does not offer it.", true)]
        Raw = 0,
        Mono = 1,
        Stereo = 2,
        Quad = 3,
        Surround = 4,
        Mode5point1 = 5,
        Mode7point1 = 6,
        Prologic = 7,
    }

    public struct AudioConfiguration
    {
        public AudioSpeakerMode speakerMode;
        public int dspBufferSize;
        public int sampleRate;
        public int numRealVoices;
        public int numVirtualVoices;
    }

    public sealed partial class AudioSettings
    {
        private AudioSettings()
        {
        }

        public static AudioSpeakerMode speakerMode { get; set; } = AudioSpeakerMode.Stereo;

        public static int outputSampleRate { get; set; } = 48_000;

        public static AudioConfiguration GetConfiguration() =>
            new AudioConfiguration
            {
                speakerMode = speakerMode,
                dspBufferSize = 1024,
                sampleRate = outputSampleRate,
                numRealVoices = 32,
                numVirtualVoices = 512,
            };
    }
}
