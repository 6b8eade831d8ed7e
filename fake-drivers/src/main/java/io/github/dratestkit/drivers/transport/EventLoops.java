package io.github.dratestkit.drivers.transport;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The threads of all sockets of this process; daemons, so they keep no process alive. */
final class EventLoops {

  static final EventLoopGroup IO =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("dra-socket", true), NioIoHandler.newFactory());

  static final ExecutorService CALLS =
      Executors.newCachedThreadPool(new DefaultThreadFactory("dra-call", true));

  private EventLoops() {}
}
