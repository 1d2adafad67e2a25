import TrolleyTestSupport

typealias SplitMix64 = TrolleyTestSupport.SplitMix64
